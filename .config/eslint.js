/** Typed lint rules. Doesn't repeat Prettier, the compiler or the dependency rules. */
import { fileURLToPath } from 'node:url'
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** @param {string} selector @param {string} message */
const never = (selector, message) => ({ selector, message })

const noDefaultExport = never(
  'ExportDefaultDeclaration',
  'A name is found by search; only routes and settings have default exports.',
)
const noEnvironment = never(
  "MemberExpression[object.name='process'][property.name='env']",
  'app/config.server.ts is the only reader of the environment.',
)
/** Nothing shown is invented: no number, no time and no choice. */
const noDice = never(
  "MemberExpression[object.name='Math'][property.name='random']",
  'What a visitor reads is never left to chance.',
)
/** Every source of randomness in Node and browsers, however it is accessed. */
const sources =
  '/^(random|randomUUID|randomInt|randomBytes|randomFill|randomFillSync|getRandomValues)$/'
const noChance = [
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
const noHandInvalidation = never(
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
const noHandScope = [
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
const noSpreadLiteral = never(
  'ObjectExpression > SpreadElement > ObjectExpression',
  'Write the fields themselves.',
)

/** A scope is a proof only if nothing else can be turned into one. */
const noForgedScope = never(
  'TSAsExpression[typeAnnotation.typeName.name=/^(Site|Team)Scope$/]',
  'A scope comes from a guard or from find-scope.server.ts.',
)

const shared = [noDefaultExport, noEnvironment, noHandInvalidation, noSpreadLiteral]
const everywhere = [...shared, noForgedScope]
const inDomain = [...everywhere, ...noDirectClock, noNetwork]

const nodeGlobals = Object.fromEntries(
  [
    ...['process', 'URL', 'Buffer', 'Blob', 'module', 'fetch'],
    ...[
      'setTimeout',
      'setImmediate',
      'setInterval',
      'clearInterval',
      'clearTimeout',
      'performance',
    ],
  ].map((name) => [name, 'readonly']),
)

const browserGlobals = Object.fromEntries(
  [
    ...['window', 'document', 'location', 'history', 'navigator', 'fetch', 'setTimeout'],
    ...['localStorage', 'sessionStorage', 'innerWidth', 'innerHeight', 'crypto', 'globalThis'],
    ...['URL', 'URLSearchParams', 'FormData', 'Request', 'DOMException', 'Event', 'CustomEvent'],
    ...['Element', 'HTMLElement', 'MutationObserver', 'PerformanceObserver', 'customElements'],
    ...['CSS', 'requestIdleCallback'],
  ].map((name) => [name, 'readonly']),
)

export default defineConfig(
  { ignores: ['build/', 'node_modules/', 'public/', '.data/', '.cache/', 'test-results/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: fileURLToPath(new URL('..', import.meta.url)),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-console': 'error',
      'no-else-return': ['error', { allowElseIf: false }],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 350, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', 3],
      'no-restricted-syntax': ['error', ...everywhere],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // React and node:http ignore what handlers return.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Guards and loaders throw Response objects, as Remix intends.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [
            { from: 'lib', name: 'Response' },
            { from: 'package', name: 'TypedResponse', package: '@remix-run/server-runtime' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{tsx,jsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // Values that the browser knows before hydration can only be read afterwards.
    rules: { 'react-hooks/set-state-in-effect': 'off' },
  },
  {
    // Most text that the product reads comes from strangers.
    files: ['app/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // Text that may be no URL came from a stranger, except in these.
    files: ['app/**'],
    ignores: [
      '**/*.test.{ts,tsx}',
      'app/lib/web/web-address.ts',
      'app/lib/security/redirects.ts',
      'app/server/request-checks.server.ts',
      'app/config-integrations.server.ts',
      'app/clients/shopify/host-parameter.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['canParse', 'parse'].map((property) => ({
          object: 'URL',
          property,
          message:
            'parseWebAddress decides which URLs of strangers we take (app/lib/web/web-address.ts).',
        })),
      ],
    },
  },
  {
    files: ['app/domain/**', 'app/presenters/**', 'app/contract/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...inDomain, noDice, ...noHandScope],
    },
  },
  {
    // The conditions themselves.
    files: ['app/domain/scope-conditions.server.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inDomain, noDice] },
  },
  {
    // The proofs themselves.
    files: ['app/domain/prove-scope.ts'],
    rules: { 'no-restricted-syntax': ['error', ...shared] },
  },
  {
    // Everything that is shown or counted. Exceptions are the id of a preview link and the daily
    // salt, which are random to keep anyone from guessing them.
    files: [
      'app/domain/{allocation,events,nudges,presence,serving,stats,wording}/**',
      'app/presenters/**',
    ],
    ignores: [
      '**/*.test.{ts,tsx}',
      'app/domain/serving/preview-link.server.ts',
      'app/domain/events/visitor-key.server.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', ...inDomain, ...noChance, ...noHandScope],
    },
  },
  {
    files: ['app/pixel/**'],
    // Ids are random, and retries have jitter. Nothing shown is.
    ignores: ['**/*.test.{ts,tsx}', 'app/pixel/id.ts', 'app/pixel/track.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...noChance] },
  },
  {
    // Files with a default export that a framework or tool reads.
    files: ['app/routes/**', 'app/routes.ts', 'app/root.tsx', 'app/entry.*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noEnvironment,
        noHandInvalidation,
        noSpreadLiteral,
        noForgedScope,
      ],
    },
  },
  {
    // Zapier reads the default export, and passes its settings as the environment.
    files: ['extensions/zapier/*.js'],
    rules: { 'no-restricted-syntax': ['error', noSpreadLiteral] },
  },
  {
    files: ['app/config.server.ts', 'app/server/{main,cli,development}.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noSpreadLiteral] },
  },
  {
    files: ['tests/**', 'workshop/**', '**/*.test.{ts,tsx}', '.config/**', '*.{ts,js}'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      // A table of cases passes each column to the test as a parameter.
      'max-params': 'off',
      'no-restricted-syntax': ['error', noSpreadLiteral],
      'no-console': 'off',
    },
  },
  {
    // Remix defines its parameters.
    files: ['app/entry.server.tsx'],
    rules: { 'max-params': 'off' },
  },
  {
    // Long tables by nature.
    files: ['app/db/schema/**', 'app/routes.ts', 'tests/product/tenancy/access-table.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // Plain JavaScript that runs before anything is compiled. tsc checks it through its JSDoc
    // types.
    files: ['**/*.{js,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: nodeGlobals },
  },
  {
    // Classic scripts: of shop pages, and of the demo store, which are served as they are.
    files: ['extensions/*/assets/*.js', 'workshop/store/browser/*.js'],
    languageOptions: { sourceType: 'script', globals: browserGlobals },
  },
  {
    // dependency-cruiser reads its rules as CommonJS.
    files: ['**/*.cjs'],
    languageOptions: { globals: { require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
)
