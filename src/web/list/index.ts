/** Every list of the product: a screen describes it (spec/), this draws it. */
export { List } from "./list.tsx";
