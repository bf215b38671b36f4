/**
 * Who may import whom (docs/architecture.md). Each rule says in one sentence why it stands.
 */

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/**
 * An area may import itself, what is listed, and packages.
 *
 * @param {string} area @param {string} comment @param {string[]} folders @returns {Rule}
 */
const only = (area, comment, ...folders) => ({
  name: `${area}-imports`,
  comment,
  severity: 'error',
  from: { path: `^app/${area}/`, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: `^app/(?!(${[area, ...folders].join('|')})/)`,
    // Types of the services and of the configuration are known everywhere.
    pathNot: '^app/(services|config\\.server|load-context)\\.ts$',
  },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      // A type is gone when the program runs.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'app-never-imports-tests',
      comment: 'Doubles are passed in, never switched on inside.',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'nobody-imports-benches',
      comment: 'Benches look at the product from outside; nothing is built on them.',
      severity: 'error',
      from: { path: '^(app|tests)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'server-files-stay-on-the-server',
      comment:
        'A file without .server may reach the browser: it takes types from a .server file at most.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          '\\.server\\.tsx?$',
          '\\.test\\.tsx?$',
          // Remix cuts loaders and actions out of a route before it goes to the browser.
          '^app/routes/',
          '^app/(root|entry\\.server)\\.tsx$',
          '^app/server/',
          '^app/db/',
          '^app/jobs/',
        ],
      },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pixel-knows-only-the-contract',
      comment: 'The pixel carries nothing of the product to a shop page.',
      severity: 'error',
      from: { path: '^app/pixel/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: '^app/(pixel|contract)/' },
    },
    {
      name: 'pixel-takes-types-only',
      comment: 'zod must never reach a shop page.',
      severity: 'error',
      from: { path: '^app/pixel/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-keep-to-their-area',
      comment: 'A part that two areas use moves to ui/.',
      severity: 'error',
      from: { path: '^app/routes/([^/]+)/' },
      to: { path: '^app/routes/([^/]+)/', pathNot: '^app/routes/($1|layouts)/' },
    },
    {
      name: 'routes-imports',
      comment: 'A route asks the domain; database, clients and jobs are none of its business.',
      severity: 'error',
      from: { path: '^app/routes/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/(db|clients|jobs|emails|server|pixel|integrations/(?!registry))/?' },
    },
    only(
      'platforms',
      'A shell knows accounts and screens, not routes or tables.',
      'auth',
      'domain',
      'clients',
      'ui',
      'lib',
    ),
    only('auth', 'Who is asking is decided with the domain alone.', 'domain', 'lib'),
    only('domain', 'The domain does not know who calls it.', 'db', 'contract', 'lib'),
    only(
      'integrations',
      'Integrations turn foreign data into our facts; someone else stores them.',
      'contract',
      'lib',
    ),
    only(
      'clients',
      'A client fulfils a port of the domain and knows no more of it.',
      'domain',
      'lib',
    ),
    only('jobs', 'A job calls the domain.', 'domain', 'integrations', 'emails', 'lib'),
    only('emails', 'A mail is written from what the domain knows.', 'domain', 'lib'),
    only(
      'ui',
      'Shared parts know rules, not data.',
      'contract',
      'domain',
      'platforms',
      'lib',
      'pixel',
    ),
    {
      name: 'pixel-in-the-preview-alone',
      comment:
        'The dashboard draws a nudge, and judges a call, in one place each, with what does it on a shop page.',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: '^app/ui/(nudge-preview-drawing|page-call)\\.ts$' },
      to: { path: '^app/pixel/' },
    },
    only('contract', 'The contract stands by itself.'),
    only('lib', 'Small tools know nothing of the product.'),
    only('db', 'The database layer knows nothing of who uses it.', 'contract', 'lib'),
    {
      name: 'domain-without-the-web',
      comment: 'The domain knows no React, no Remix and no HTTP.',
      severity: 'error',
      from: { path: '^app/domain/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '(^|/)node_modules/(react|react-dom|@remix-run|@shopify|hono|@hono)/|^(node:)?https?$',
      },
    },
    {
      name: 'polaris-in-screens-only',
      comment: 'Only what is drawn knows the component library.',
      severity: 'error',
      from: { path: '^app/(?!ui/|routes/|platforms/|root\\.tsx)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^|/)node_modules/@shopify/polaris/' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What is imported stands in package.json.',
      severity: 'error',
      from: { path: '^(app|tests|bench)/' },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        pathNot: '^virtual:',
      },
    },
    {
      name: 'no-development-package-in-the-product',
      comment: 'The product runs without the packages of development.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['\\.test\\.tsx?$', '^app/routes\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
