/** The key that every product of a test seals with. */
export const TEST_KEY = Buffer.from(Array.from({ length: 32 }, (_unused, index) => index + 1));
