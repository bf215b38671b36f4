/**
 * Rules for every file: ESLint's js.configs.recommended and typescript-eslint's strictTypeChecked.
 * They are listed one by one, because oxlint's own categories differ and change with its versions.
 */

/** @param {string[]} names @param {string} [prefix] */
const errors = (names, prefix = '') =>
  Object.fromEntries(names.map((name) => [prefix + name, 'error']))

const typeScript = 'typescript/'

/** Need no types. */
export const plainRules = {
  ...errors([
    ...[
      'for-direction',
      'no-async-promise-executor',
      'no-case-declarations',
      'no-compare-neg-zero',
    ],
    ...['no-cond-assign', 'no-constant-binary-expression', 'no-constant-condition'],
    ...['no-control-regex', 'no-debugger', 'no-delete-var', 'no-dupe-else-if', 'no-duplicate-case'],
    ...['no-empty', 'no-empty-character-class', 'no-empty-pattern', 'no-empty-static-block'],
    ...['no-ex-assign', 'no-extra-boolean-cast', 'no-fallthrough', 'no-global-assign'],
    ...['no-invalid-regexp', 'no-irregular-whitespace', 'no-loss-of-precision'],
    ...['no-misleading-character-class', 'no-nonoctal-decimal-escape', 'no-prototype-builtins'],
    ...['no-regex-spaces', 'no-self-assign', 'no-shadow-restricted-names', 'no-sparse-arrays'],
    ...['no-unassigned-vars', 'no-unexpected-multiline', 'no-unsafe-finally'],
    ...['no-unsafe-optional-chaining', 'no-unused-labels', 'no-unused-private-class-members'],
    ...['no-useless-assignment', 'no-useless-backreference', 'no-useless-catch'],
    ...['no-useless-escape', 'preserve-caught-error', 'require-yield', 'use-isnan', 'valid-typeof'],
    ...['no-array-constructor', 'no-unused-expressions', 'no-useless-constructor', 'no-console'],
  ]),
  ...errors(
    [
      ...['no-duplicate-enum-values', 'no-dynamic-delete', 'no-empty-object-type'],
      ...['no-explicit-any', 'no-extra-non-null-assertion', 'no-extraneous-class'],
      ...['no-invalid-void-type', 'no-misused-new', 'no-namespace', 'no-non-null-assertion'],
      ...['no-non-null-asserted-nullish-coalescing', 'no-non-null-asserted-optional-chain'],
      ...['no-require-imports', 'no-this-alias', 'no-unnecessary-type-constraint'],
      ...['no-unsafe-declaration-merging', 'no-unsafe-function-type', 'no-wrapper-object-types'],
      ...['prefer-as-const', 'prefer-literal-enum-member', 'prefer-namespace-keyword'],
      ...['triple-slash-reference', 'unified-signatures'],
    ],
    typeScript,
  ),
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-imports': [
    'error',
    { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
  ],
  'typescript/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
  'no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', reportVarsOnlyUsedAsTypes: true },
  ],
  'no-else-return': ['error', { allowElseIf: false }],
  'max-depth': ['error', 3],
  'max-lines': ['error', { max: 350, skipBlankLines: false, skipComments: false }],
  'max-params': ['error', 3],
}

/** For TypeScript. Most of them ask the compiler. */
export const typedRules = {
  ...errors(['no-var', 'prefer-const', 'prefer-rest-params', 'prefer-spread']),
  ...errors(
    [
      ...['await-thenable', 'no-array-delete', 'no-base-to-string', 'no-deprecated'],
      ...['no-duplicate-type-constituents', 'no-floating-promises', 'no-for-in-array'],
      ...['no-generated-empty-object-type', 'no-implied-eval', 'no-meaningless-void-operator'],
      ...['no-misused-spread', 'no-mixed-enums', 'no-redundant-type-constituents'],
      ...['no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition'],
      ...['no-unnecessary-template-expression', 'no-unnecessary-type-arguments'],
      ...['no-unnecessary-type-assertion', 'no-unnecessary-type-conversion'],
      ...['no-unnecessary-type-parameters', 'no-unsafe-argument', 'no-unsafe-assignment'],
      ...['no-unsafe-call', 'no-unsafe-enum-assignment', 'no-unsafe-enum-comparison'],
      ...['no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus'],
      ...['no-useless-default-assignment', 'prefer-promise-reject-errors'],
      ...['prefer-reduce-type-parameter', 'prefer-return-this-type'],
      ...['related-getter-setter-pairs', 'require-await', 'unbound-method'],
      ...['use-unknown-in-catch-callback-variable', 'switch-exhaustiveness-check'],
    ],
    typeScript,
  ),
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  // React and node:http ignore what handlers return.
  'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
  // Guards and loaders throw Response objects, as Remix intends.
  'typescript/only-throw-error': [
    'error',
    {
      allow: [
        { from: 'lib', name: 'Response' },
        { from: 'package', name: 'TypedResponse', package: '@remix-run/server-runtime' },
      ],
    },
  ],
}

/** For plain JavaScript. In TypeScript the compiler refuses the same. */
export const javaScriptRules = errors([
  ...['constructor-super', 'getter-return', 'no-class-assign', 'no-const-assign'],
  ...['no-dupe-class-members', 'no-dupe-keys', 'no-func-assign', 'no-import-assign'],
  ...['no-new-native-nonconstructor', 'no-obj-calls', 'no-redeclare', 'no-setter-return'],
  ...['no-this-before-super', 'no-undef', 'no-unreachable', 'no-unsafe-negation', 'no-with'],
  ...['eslint-js/no-dupe-args', 'eslint-js/no-octal'],
])

/**
 * The recommendation of eslint-plugin-react-hooks without `set-state-in-effect`, because values that
 * the browser knows before hydration can only be read afterwards.
 */
export const reactRules = errors(
  [
    ...['rules-of-hooks', 'exhaustive-deps', 'static-components', 'use-memo'],
    ...['preserve-manual-memoization', 'incompatible-library', 'immutability', 'globals', 'refs'],
    ...['error-boundaries', 'purity', 'set-state-in-render', 'unsupported-syntax'],
  ],
  'react/',
)
