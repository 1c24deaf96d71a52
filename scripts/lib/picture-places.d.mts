/** Name, what it is, address, as whom (null: nobody is signed in), and how. */
type PicturePlace = readonly [
  name: string,
  what: string,
  path: string,
  who: string | null,
  how: { readonly first?: boolean; readonly dark?: boolean; readonly phone?: boolean },
];
export const PLACES: readonly PicturePlace[];
