/** Typed lint rules. Doesn't repeat the formatter, the compiler or the dependency rules. */
import { javaScriptRules, plainRules, reactRules, typedRules } from './.config/lint-rules.js'
import {
  everywhere,
  inDomain,
  noChance,
  noDefaultExport,
  noDice,
  noEnvironment,
  noForgedScope,
  noHandInvalidation,
  noHandScope,
  noModule,
  noSpreadLiteral,
  shared,
} from './.config/lint-selectors.js'

const tests = '**/*.test.{ts,tsx}'
/** By name, because `*.js` would match in every folder. */
const settings = ['vite.config.ts', 'remix.config.js', 'oxlint.config.js']

/**
 * Oxlint lacks this rule, so it runs ESLint's own.
 *
 * @param {{ selector: string, message: string }[]} refused
 */
const syntax = (refused) => ({ 'eslint-js/no-restricted-syntax': ['error', ...refused] })

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

export default {
  plugins: ['typescript', 'react'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }, 'eslint-plugin-regexp'],
  categories: { correctness: 'off' },
  options: {
    typeAware: true,
    reportUnusedDisableDirectives: 'error',
    // One form of them is enough.
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: ['build/', 'node_modules/', 'public/', '.data/', '.cache/', 'test-results/'],
  rules: { ...plainRules, ...syntax(everywhere) },
  overrides: [
    { files: ['**/*.{ts,tsx}'], rules: typedRules },
    { files: ['**/*.{tsx,jsx}'], rules: reactRules },
    {
      // Plain JavaScript that runs before anything is compiled. tsc checks it through its JSDoc
      // types.
      files: ['**/*.{js,cjs}'],
      globals: nodeGlobals,
      rules: javaScriptRules,
    },
    {
      // Most text that the product reads comes from strangers.
      files: ['app/**'],
      excludeFiles: [tests],
      rules: {
        'regexp/no-super-linear-backtracking': 'error',
        'regexp/no-super-linear-move': 'error',
      },
    },
    {
      // Node's `canParse` refuses letters beyond ASCII once it's compiled (app/lib/read-url.ts).
      files: ['app/**', 'workshop/**', 'tests/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['canParse', 'parse'].map((property) => ({
            object: 'URL',
            property,
            message:
              'Use parseWebAddress for URLs of strangers (app/lib/web/web-address.ts), and readUrl otherwise.',
          })),
        ],
      },
    },
    {
      files: ['app/domain/**', 'app/presenters/**', 'app/contract/**'],
      excludeFiles: [tests],
      rules: syntax([...inDomain, noDice, ...noHandScope]),
    },
    {
      // The conditions themselves.
      files: ['app/domain/scope-conditions.server.ts'],
      rules: syntax([...inDomain, noDice]),
    },
    {
      // The proofs themselves.
      files: ['app/domain/prove-scope.ts'],
      rules: syntax(shared),
    },
    {
      // Everything that is shown or counted. Exceptions are the id of a preview link and the daily
      // salt, which are random to keep anyone from guessing them.
      files: [
        'app/domain/{allocation,events,nudges,presence,serving,stats,wording}/**',
        'app/presenters/**',
      ],
      excludeFiles: [
        tests,
        'app/domain/serving/preview-link.server.ts',
        'app/domain/events/visitor-key.server.ts',
      ],
      rules: syntax([...inDomain, ...noChance, ...noHandScope]),
    },
    {
      files: ['app/pixel/**'],
      // Ids are random, and retries have jitter. Nothing shown is.
      excludeFiles: [tests, 'app/pixel/id.ts', 'app/pixel/track.ts'],
      rules: syntax([...everywhere, ...noChance]),
    },
    {
      // Files with a default export that a framework or tool reads.
      files: ['app/routes/**', 'app/routes.ts', 'app/root.tsx', 'app/entry.*.tsx'],
      rules: syntax([noEnvironment, noHandInvalidation, noSpreadLiteral, noForgedScope]),
    },
    {
      // Zapier reads the default export, and passes its settings as the environment.
      files: ['extensions/zapier/*.js'],
      rules: syntax([noSpreadLiteral]),
    },
    {
      files: ['app/config.server.ts', 'app/server/{main,cli,development}.ts'],
      rules: syntax([noDefaultExport, noSpreadLiteral]),
    },
    {
      files: ['tests/**', 'workshop/**', tests, '.config/**', ...settings],
      rules: {
        'max-lines': ['error', { max: 500 }],
        // A table of cases passes each column to the test as a parameter.
        'max-params': 'off',
        ...syntax([noSpreadLiteral]),
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
      // Classic scripts: of shop pages, and of the demo store, which are served as they are.
      files: ['extensions/*/assets/*.js', 'workshop/store/browser/*.js'],
      globals: browserGlobals,
      rules: syntax([...everywhere, ...noModule]),
    },
    {
      // dependency-cruiser reads its rules as CommonJS.
      files: ['**/*.cjs'],
      globals: { require: 'readonly' },
      rules: { 'typescript/no-require-imports': 'off' },
    },
  ],
}
