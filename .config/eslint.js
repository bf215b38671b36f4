/** Typed lint. What Prettier, the compiler or the import rules say already is not said here again. */
import { fileURLToPath } from 'node:url'
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
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
/** Nothing shown is invented: neither a number nor a moment nor a choice. */
const noDice = never(
  "MemberExpression[object.name='Math'][property.name='random']",
  'What a visitor reads is never left to chance.',
)
/** Every source of chance that Node and browsers have, by whichever way it is reached. */
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

const everywhere = [noDefaultExport, noEnvironment]

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
      // React and node:http both call handlers without looking at what they return.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Guards and loaders throw Response objects: Remix is built on it.
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
    // What the browser holds before the page comes alive can be read only after it did.
    rules: { 'react-hooks/set-state-in-effect': 'off' },
  },
  {
    files: ['app/domain/**', 'app/presenters/**', 'app/contract/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, noDice, ...noDirectClock, noNetwork],
    },
  },
  {
    // What is told, and what is counted. Drawn are the name of a preview link and the day's salt, so that
    // nobody guesses either.
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
      'no-restricted-syntax': ['error', ...everywhere, ...noChance, ...noDirectClock, noNetwork],
    },
  },
  {
    files: ['app/pixel/**'],
    // Ids are drawn, and repeated sends are spread in time by chance; nothing that is shown is.
    ignores: ['**/*.test.{ts,tsx}', 'app/pixel/id.ts', 'app/pixel/track.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...noChance] },
  },
  {
    // Read by a framework or a tool, which looks for the default export.
    files: ['app/routes/**', 'app/routes.ts', 'app/root.tsx', 'app/entry.*.tsx'],
    rules: { 'no-restricted-syntax': ['error', noEnvironment] },
  },
  {
    files: ['app/config.server.ts', 'app/server/{main,cli,development}.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['tests/**', 'bench/**', '**/*.test.{ts,tsx}', '.config/**', '*.{ts,js}'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      // A table of cases hands each column to the test as a parameter.
      'max-params': 'off',
      'no-restricted-syntax': 'off',
      'no-console': 'off',
    },
  },
  {
    // Its parameters are Remix' own.
    files: ['app/entry.server.tsx'],
    rules: { 'max-params': 'off' },
  },
  {
    // Tables, long by nature.
    files: ['app/db/schema/**', 'app/routes.ts', 'tests/product/tenancy/access-table.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // Plain JavaScript runs before the compiler is there; it is checked by tsc through its comments.
    files: ['**/*.{js,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: nodeGlobals },
  },
)
