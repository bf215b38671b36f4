/** Headers that many answers share, made once in both of the forms in which they are written. */
export type Fields = {
  /** Name, value, name, value: Node takes a list as it is. */
  list: readonly string[]
  /** As they go over the wire, each line with its end. */
  text: string
}

export function createFields(headers: Record<string, string>): Fields {
  const list = Object.entries(headers).flat()
  return { list, text: fieldLines(list) }
}

/** @param list name, value, name, value */
export function fieldLines(list: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < list.length; at += 2) {
    lines += `${list[at] ?? ''}: ${list[at + 1] ?? ''}\r\n`
  }
  return lines
}
