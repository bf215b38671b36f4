/** A flat object as the body of a form. */
export const formText = (json: unknown) =>
  new URLSearchParams(
    Object.entries(json as object).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
