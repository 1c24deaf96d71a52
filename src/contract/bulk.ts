/** Acts on many rows: what both sides agree on beside the schemas. */

/** From this sum on, minor units, a person types the sum of a bulk act or of a batch before it is done. */
export const TYPED_SUM_FROM_MINOR = 5_000_000n;
