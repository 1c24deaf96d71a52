/** Turns a Chinese object of words into the shape that every other language must have. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
