/** Forms of a screen, as a browser sends them. */

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', '’')

const attribute = (input: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''

/**
 * The fields of a screen's last form, with the values that it has.
 *
 * @param intent of the form; absent: any
 */
export function fieldsOf(screen: string, intent?: string): Record<string, string> {
  const forms = [...screen.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input)
    return Object.fromEntries(
      inputs.map((input) => [attribute(input, 'name'), unescaped(attribute(input, 'value'))]),
    )
  })
  const wanted = forms.filter((fields) => intent === undefined || fields['intent'] === intent)
  return wanted.at(-1) ?? {}
}
