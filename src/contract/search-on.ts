/** In front of a text in the search box of a list, as any keyboard writes it: also by tails, sums and words, however long that takes. */
export const SEARCH_ON = /^([*＊…]|\.{3})+/;
