/**
 * Reads the part of GraphQL that clients send: operations, fields with arguments and aliases,
 * fragments, and the two standard directives. It knows no schema.
 */

export type Value =
  | { kind: 'constant'; value: unknown }
  | { kind: 'variable'; name: string }
  | { kind: 'list'; values: Value[] }
  | { kind: 'object'; fields: Map<string, Value> }

export type FieldSelection = {
  kind: 'field'
  name: string
  /** Its name in the answer. */
  alias: string
  arguments: Map<string, Value>
  condition: Condition[]
  selections: Selection[]
}

type FragmentSelection = {
  kind: 'fragment'
  /** Absent for a fragment of any type. */
  type: string | null
  condition: Condition[]
  selections: Selection[]
}

type SpreadSelection = { kind: 'spread'; name: string; condition: Condition[] }

export type Selection = FieldSelection | FragmentSelection | SpreadSelection

/** `@include` or `@skip`. */
type Condition = { includes: boolean; value: Value }

export type Operation = {
  kind: 'query' | 'mutation'
  name: string | null
  /** Values of variables that aren't given. */
  defaults: Map<string, unknown>
  selections: Selection[]
}

export type Document = {
  operations: Operation[]
  fragments: Map<string, { type: string; selections: Selection[] }>
}

/** The document isn't GraphQL. */
export class SyntaxIssue extends Error {}

const token =
  /[\s,\uFEFF]+|#[^\n]*|(\.\.\.|[!$()&:=@[\]{|}])|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|("""[^]*?"""|"(?:[^"\\\n]|\\.)*")/y

/** @throws SyntaxIssue */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new SyntaxIssue(`Syntax error at character ${String(at)}`)
    const [, mark, name, number, string] = found
    const one = mark ?? name ?? number ?? string
    if (one !== undefined) tokens.push(one)
  }
  return tokens
}

/** @throws SyntaxIssue */
export function readDocument(text: string): Document {
  const reader = new Reader(tokensOf(text))
  const document: Document = { operations: [], fragments: new Map() }
  while (!reader.isDone()) {
    if (reader.peek() === 'fragment') {
      const { name, ...fragment } = reader.fragment()
      document.fragments.set(name, fragment)
    } else document.operations.push(reader.operation())
  }
  if (document.operations.length === 0) throw new SyntaxIssue('The document has no operation')
  return document
}

class Reader {
  private at = 0

  constructor(private readonly tokens: readonly string[]) {}

  isDone = () => this.at >= this.tokens.length

  peek = () => this.tokens[this.at]

  private next(): string {
    const found = this.tokens[this.at++]
    if (found === undefined) throw new SyntaxIssue('Unexpected end of document')
    return found
  }

  private expect(wanted: string): void {
    const found = this.next()
    if (found !== wanted) throw new SyntaxIssue(`Expected "${wanted}", found "${found}"`)
  }

  private accept(wanted: string): boolean {
    const isNext = this.peek() === wanted
    if (isNext) this.at++
    return isNext
  }

  private name(): string {
    const found = this.next()
    if (!/^[A-Za-z_]/.test(found)) throw new SyntaxIssue(`Expected a name, found "${found}"`)
    return found
  }

  operation(): Operation {
    if (this.peek() === '{') {
      return { kind: 'query', name: null, defaults: new Map(), selections: this.selections() }
    }
    const kind = this.name()
    if (kind !== 'query' && kind !== 'mutation') {
      throw new SyntaxIssue(`Expected an operation, found "${kind}"`)
    }
    const isNamed = this.peek() !== '(' && this.peek() !== '{' && this.peek() !== '@'
    const name = isNamed ? this.name() : null
    const defaults = this.accept('(') ? this.variables() : new Map<string, unknown>()
    this.conditions()
    return { kind, name, defaults, selections: this.selections() }
  }

  fragment(): { name: string; type: string; selections: Selection[] } {
    this.expect('fragment')
    const name = this.name()
    this.expect('on')
    const type = this.name()
    this.conditions()
    return { name, type, selections: this.selections() }
  }

  private variables(): Map<string, unknown> {
    const defaults = new Map<string, unknown>()
    while (!this.accept(')')) {
      this.expect('$')
      const name = this.name()
      this.expect(':')
      this.type()
      if (this.accept('=')) defaults.set(name, resolveValue(this.value(), {}))
    }
    return defaults
  }

  /** Types of variables aren't used: what reads an argument checks it. */
  private type(): void {
    if (this.accept('[')) {
      this.type()
      this.expect(']')
    } else this.name()
    this.accept('!')
  }

  private selections(): Selection[] {
    this.expect('{')
    const found: Selection[] = []
    while (!this.accept('}')) found.push(this.selection())
    return found
  }

  private selection(): Selection {
    if (!this.accept('...')) return this.field()
    const isSpread = this.peek() !== 'on' && this.peek() !== '@' && this.peek() !== '{'
    if (isSpread) return { kind: 'spread', name: this.name(), condition: this.conditions() }
    const type = this.accept('on') ? this.name() : null
    return { kind: 'fragment', type, condition: this.conditions(), selections: this.selections() }
  }

  private field(): FieldSelection {
    const alias = this.name()
    const name = this.accept(':') ? this.name() : alias
    const args = this.accept('(') ? this.fieldsUntil(')') : new Map<string, Value>()
    const condition = this.conditions()
    const selections = this.peek() === '{' ? this.selections() : []
    return { kind: 'field', name, alias, arguments: args, condition, selections }
  }

  private fieldsUntil(end: string): Map<string, Value> {
    const fields = new Map<string, Value>()
    while (!this.accept(end)) {
      const name = this.name()
      this.expect(':')
      fields.set(name, this.value())
    }
    return fields
  }

  private conditions(): Condition[] {
    const found: Condition[] = []
    while (this.accept('@')) {
      const name = this.name()
      const value = (this.accept('(') ? this.fieldsUntil(')') : undefined)?.get('if')
      if ((name === 'include' || name === 'skip') && value) {
        found.push({ includes: name === 'include', value })
      } else throw new SyntaxIssue(`Directive @${name} is not defined`)
    }
    return found
  }

  private value(): Value {
    const first = this.next()
    if (first === '$') return { kind: 'variable', name: this.name() }
    if (first === '{') return { kind: 'object', fields: this.fieldsUntil('}') }
    if (first === '[') {
      const values: Value[] = []
      while (!this.accept(']')) values.push(this.value())
      return { kind: 'list', values }
    }
    return { kind: 'constant', value: constantOf(first) }
  }
}

function constantOf(text: string): unknown {
  if (text.startsWith('"""')) return text.slice(3, -3).trim()
  if (/^["\d-]/.test(text)) return JSON.parse(text)
  if (!/^[A-Za-z_]/.test(text)) throw new SyntaxIssue(`Expected a value, found "${text}"`)
  const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }
  // Any other word is a value of an enum.
  return text in words ? words[text] : text
}

/** The value with its variables filled in. */
export function resolveValue(value: Value, variables: Readonly<Record<string, unknown>>): unknown {
  switch (value.kind) {
    case 'constant':
      return value.value
    case 'variable':
      return variables[value.name]
    case 'list':
      return value.values.map((one) => resolveValue(one, variables))
    case 'object':
      return Object.fromEntries(
        [...value.fields].map(([name, one]) => [name, resolveValue(one, variables)]),
      )
  }
}
