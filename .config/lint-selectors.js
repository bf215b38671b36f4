/** Syntax that is refused, as selectors of the syntax tree (https://eslint.org/docs/latest/extend/selectors). */

/** @param {string} selector @param {string} message */
const never = (selector, message) => ({ selector, message })

export const noDefaultExport = never(
  'ExportDefaultDeclaration',
  'A name is found by search; only routes and settings have default exports.',
)
export const noEnvironment = never(
  "MemberExpression[object.name='process'][property.name='env']",
  'app/config.server.ts is the only reader of the environment.',
)
/** Nothing shown is invented: no number, no time and no choice. */
export const noDice = never(
  "MemberExpression[object.name='Math'][property.name='random']",
  'What a visitor reads is never left to chance.',
)
/** Every source of randomness in Node and browsers, however it is accessed. */
const sources =
  '/^(random|randomUUID|randomInt|randomBytes|randomFill|randomFillSync|getRandomValues)$/'
export const noChance = [
  ...[`MemberExpression[property.name=${sources}]`, `MemberExpression[property.value=${sources}]`],
  ...[`ImportSpecifier[imported.name=${sources}]`, `ObjectPattern > Property[key.name=${sources}]`],
].map((selector) => never(selector, 'What is shown or counted is never left to chance.'))
const noDirectClock = [
  never(
    "NewExpression[callee.name='Date'][arguments.length=0]",
    'Take the moment from services.now().',
  ),
  never(
    "MemberExpression[object.name='Date'][property.name='now']",
    'Take the moment from services.now().',
  ),
]
const noNetwork = never(
  "CallExpression[callee.name='fetch']",
  'The domain calls nobody; a client does.',
)

/** `site` and `payload` are the two caches inside serving/site-cache.server.ts. */
export const noHandInvalidation = never(
  "CallExpression[callee.property.name='invalidate'][callee.object.name!=/^(site|payload)$/]",
  'Store the change in changeSite(), or call invalidateOnCommit(tx, …): a call by hand is forgotten, or comes before the commit.',
)

/**
 * A condition on a scope's ids that is written by hand forgets one of them sooner or later. Keys of
 * rows that were found without a scope, and joins of two tables, are compared with `eq`.
 */
const ids = '/^(teamId|siteId)$/'
const scopes = '/^(site|team|scope)$/'
const scopeId = `MemberExpression[property.name=${ids}]`
const eqOfId = `CallExpression[callee.name='eq'][arguments.0.property.name=/^(id|teamId|siteId)$/][arguments.1.name=${ids}]`
export const noHandScope = [
  `CallExpression[callee.name='eq'] > ${scopeId}[object.name=${scopes}]`,
  `CallExpression[callee.name='eq'] > ${scopeId}[object.property.name=${scopes}]`,
  // In sql`…`, after `site_id = ` or a column of the schema.
  `TemplateLiteral:has(> TemplateElement[value.raw=/(^|_id) = $/]) > ${scopeId}[object.name=${scopes}]`,
  // Ids that were destructured from a scope: as a parameter, inside of one, or in a declaration.
  `:function:has(> ObjectPattern[typeAnnotation.typeAnnotation.typeName.name=/^(Site|Team)Scope$/]) ${eqOfId}`,
  `:function:has(> ObjectPattern:has(> Property[key.name=${scopes}][value.type='ObjectPattern'])) ${eqOfId}`,
  ...['init.name', 'init.property.name'].map(
    (name) =>
      `VariableDeclaration:has(> VariableDeclarator[id.type='ObjectPattern'][${name}=${scopes}]) ~ * ${eqOfId}`,
  ),
].map((selector) =>
  never(
    selector,
    'Write inSite(table, scope) or inTeam(table, scope): a condition by hand forgets an id.',
  ),
)

/** Its excess fields are not checked. */
export const noSpreadLiteral = never(
  'ObjectExpression > SpreadElement > ObjectExpression',
  'Write the fields themselves.',
)

/** A scope is a proof only if nothing else can be turned into one. */
export const noForgedScope = never(
  'TSAsExpression[typeAnnotation.typeName.name=/^(Site|Team)Scope$/]',
  'A scope comes from a guard or from find-scope.server.ts.',
)

/** A browser refuses the whole file. The linter would read it as a module. */
export const noModule = [
  ...['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'],
  ...['MetaProperty', 'Program > ExpressionStatement > AwaitExpression'],
].map((selector) => never(selector, 'A classic script is no module.'))

export const shared = [noDefaultExport, noEnvironment, noHandInvalidation, noSpreadLiteral]
export const everywhere = [...shared, noForgedScope]
export const inDomain = [...everywhere, ...noDirectClock, noNetwork]
