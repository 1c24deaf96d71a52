/** What of a form's texts is sent where it may be left empty. */

/** The text of a field under its name, without blanks around it; nothing where it is empty. */
export function filled<Name extends string>(values: Readonly<Record<string, string | undefined>>, name: Name): { readonly [Key in Name]?: string } {
  const text = values[name]?.trim();
  // One name alone, which the type cannot follow.
  return (text ? { [name]: text } : {}) as { readonly [Key in Name]?: string };
}
