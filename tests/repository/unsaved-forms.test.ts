/** Forms ask before typed text is lost. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Forms whose input is no work that could be lost, by file. */
const others: Record<string, string> = {
  'app/routes/account/admin-logins.tsx': 'a password',
  'app/routes/account/export-section.tsx': 'a password',
  'app/routes/account/security.tsx': 'a password',
  'app/routes/auth/emergency.tsx': 'before a login',
  'app/routes/auth/forgot.tsx': 'before a login',
  'app/routes/auth/login.tsx': 'before a login',
  'app/routes/auth/register.tsx': 'before a login',
  'app/routes/auth/reset.tsx': 'before a login',
  'app/routes/auth/two-factor.tsx': 'a code',
  'app/routes/auth/verify.tsx': 'a code',
  'app/routes/billing/card-form.tsx': 'a card, in fields of Stripe',
  'app/routes/billing/payment-sections.tsx': 'a coupon’s code',
  'app/routes/billing/plan.tsx': 'a purchase, which has its own button and no draft',
  'app/routes/kiosk/operation/content-acts.tsx': 'a reason to look at something',
  'app/routes/onboarding/publish-form.tsx': 'a prefilled path, next to the button that publishes',
  'app/routes/pixel/verify-panel.tsx': 'an address to look at, which is stored nowhere',
  'app/routes/shopify/entry.tsx': 'before a login',
}

/** Asks for a code above a form, and disappears once the form is sent. */
const askedAbove = 'StepUp'

type Part = { tags: { name: string; attributes: string }[] }

type Source = {
  /** Components of the file. */
  parts: Map<string, Part>
  /** File of each imported name; null: another package. */
  imports: Map<string, string>
  forms: Part[]
}

const known = new Map<string, Source>()

function sourceOf(file: string): Source {
  const before = known.get(file)
  if (before) return before
  const found: Source = { parts: new Map(), imports: new Map(), forms: [] }
  known.set(file, found)
  const tree = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, file, found)
    for (const [name, body] of declaredIn(statement)) found.parts.set(name, { tags: tagsIn(body) })
  }
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) && isPosting(node.openingElement)) {
      found.forms.push({ tags: tagsIn(node).slice(1) })
    }
    node.forEachChild(visit)
  }
  visit(tree)
  return found
}

function declaredIn(statement: ts.Statement): [string, ts.Node][] {
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    return [[statement.name.text, statement]]
  }
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer ? [[name.text, initializer] as [string, ts.Node]] : [],
  )
}

function readImport(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  file: string,
  to: Source,
) {
  if (!ts.isStringLiteral(moduleSpecifier)) return
  const path = moduleSpecifier.text
  const target = path.startsWith('#app/')
    ? path.slice(1)
    : path.startsWith('.')
      ? join(dirname(file), path)
      : path
  const names = importClause?.namedBindings
  if (names && ts.isNamedImports(names))
    for (const { name } of names.elements) to.imports.set(name.text, target)
}

const isPosting = (opening: ts.JsxOpeningElement) =>
  /(^f|F)orm$/.test(opening.tagName.getText()) && /method="post"/.test(opening.attributes.getText())

function tagsIn(node: ts.Node): Part['tags'] {
  const tags: Part['tags'] = []
  const visit = (child: ts.Node) => {
    if (ts.isJsxOpeningElement(child) || ts.isJsxSelfClosingElement(child)) {
      tags.push({ name: child.tagName.getText(), attributes: child.attributes.getText() })
    }
    child.forEachChild(visit)
  }
  visit(node)
  return tags
}

const typed = /^(TextField|textarea)$/

/** Whether someone can type into one of the tags, also by way of components. */
function takesText(tags: Part['tags'], file: string, seen = new Set<string>()): boolean {
  return tags.some(({ name, attributes }) => {
    if (name === 'input') return !/type="(hidden|submit|radio|checkbox|search)"/.test(attributes)
    if (typed.test(name)) return true
    if (name === askedAbove) return false
    const from = sourceOf(file).imports.get(name) ?? file
    const key = `${from} ${name}`
    if (seen.has(key) || !existsSync(from) || !from.endsWith('x')) return false
    seen.add(key)
    const part = sourceOf(from).parts.get(name)
    return part !== undefined && takesText(part.tags, from, seen)
  })
}

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))

const typedForms = files.flatMap((file) =>
  sourceOf(file)
    .forms.filter(({ tags }) => takesText(tags, file))
    .map(({ tags }) => ({ file, asks: tags.some(({ name }) => name === 'Unsaved') })),
)

test('a form asks before typed text is lost', () => {
  const silent = typedForms.filter(({ asks }) => !asks).map(({ file }) => file)

  expect([...new Set(silent)].sort()).toEqual(Object.keys(others).sort())
})
