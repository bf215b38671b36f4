/**
 * Which area can import which (docs/architecture.md). Each rule explains itself in one sentence.
 */

const { floors, layers, upwardTables, wholeSchema } = require('./layers.cjs')
const { areaProvers, scopeProvers } = require('./scope-provers.cjs')

/** @param {string} path */
const exactly = (path) => `^${path.replaceAll('.', '\\.')}$`

/** Types of services and configuration can be imported everywhere. */
const knownEverywhere = '^app/(services|config\\.server|load-context)\\.ts$'

const layerRules = layers
  .filter(({ imports }) => !imports.includes('*'))
  .map(({ folder, holds, imports }) => ({
    name: `${folder}-imports`,
    comment: `app/${folder}: ${holds}. It imports ${imports.join(', ') || 'nothing of app'}.`,
    severity: /** @type {const} */ ('error'),
    from: { path: `^app/${folder}/`, pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `^app/(?!(${[folder, ...imports].join('|')})/)`,
      pathNot: knownEverywhere,
    },
  }))

/** Types count too: a type that is needed above is a decision made on the wrong floor. */
const floorRules = floors.map((areas, floor) => ({
  name: `domain-floor-${floor + 1}`,
  comment: 'An area knows the floors below its own, never an area next to it or above it.',
  severity: /** @type {const} */ ('error'),
  from: { path: `^app/domain/(${areas.join('|')})/`, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: `^app/domain/(${floors.slice(floor).flat().join('|')})/`,
    pathNot: '^app/domain/$1/',
  },
}))

/** A table is read and written on its area's floor or above it, but for ground.ts. */
const tableRules = floors.map((areas, floor) => ({
  name: `tables-floor-${floor + 1}`,
  comment:
    'An area names its own tables and those of the floors below. What it needs from above is passed in, or the reader moves up.',
  severity: /** @type {const} */ ('error'),
  from: {
    path: `^app/domain/(${areas.join('|')})/`,
    pathNot: ['\\.test\\.tsx?$', ...Object.keys(upwardTables).map(exactly)],
  },
  to: {
    path: `^app/db/schema/(${floors.slice(floor).flat().join('|')})[.-]`,
    pathNot: '^app/db/schema/$1[.-]',
  },
}))

const areaProverRules = Object.entries(areaProvers).map(([prover, folders], index) => ({
  name: `scopes-of-an-area-${index + 1}`,
  comment: `Only ${folders.join(' and ')} can take a scope from ${prover}.`,
  severity: /** @type {const} */ ('error'),
  from: {
    path: '^app/',
    pathNot: [...folders.map((folder) => `^${folder}/`), '\\.test\\.tsx?$'],
  },
  to: { path: exactly(prover) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      // Type imports don't exist at run time.
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
      name: 'app-never-imports-the-workshop',
      comment:
        'The product is built without what builds, shows and measures it. Another process, or a test, brings the two together.',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^workshop/' },
    },
    {
      name: 'urls-of-strangers-have-one-judge',
      comment:
        'parseWebAddress decides which URLs of strangers we take. Listed files read other URLs, or parts of one.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          '\\.test\\.tsx?$',
          ...[
            'app/lib/web/web-address.ts',
            'app/lib/security/redirects.ts',
            'app/server/request-checks.server.ts',
            'app/config-integrations.server.ts',
            'app/clients/shopify/host-parameter.ts',
          ].map(exactly),
        ],
      },
      to: { path: exactly('app/lib/read-url.ts') },
    },
    {
      name: 'nobody-imports-benches',
      comment:
        'Benches look at the product from outside; nothing is built on them. Tests try them.',
      severity: 'error',
      from: { path: '^(app|tests)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^workshop/bench/' },
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
          // Remix removes loaders and actions from the browser's modules.
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
      name: 'login-proofs-come-from-checks',
      comment:
        'Only what checks a password, a code, a passkey, a session, a shop’s session token or the pass of a frame says that it was right.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          '^app/domain/accounts/login/[^/]+\\.server\\.ts$',
          '^app/domain/accounts/(passkeys/passkey-logins|profile/profile)\\.server\\.ts$',
          '^app/domain/shops/visit-shop\\.server\\.ts$',
          '^app/domain/shops/tenants/frame-sessions\\.server\\.ts$',
          '^app/domain/accounts/two-factor/(step-up|two-factor|two-factor-phone)\\.server\\.ts$',
          '\\.test\\.tsx?$',
        ],
      },
      to: {
        path: '^app/domain/accounts/login/login-proof\\.server\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'scopes-come-from-look-ups',
      comment:
        'Only what has just read the team or the site from the database creates a scope (.config/scope-provers.cjs).',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [...Object.keys(scopeProvers).map(exactly), '\\.test\\.tsx?$'],
      },
      to: { path: '^app/domain/prove-scope\\.ts$' },
    },
    ...areaProverRules,
    {
      name: 'sessions-come-from-logins',
      comment: 'A session is stored by what completes a login, and by nothing else.',
      severity: 'error',
      from: { path: '^(app|tests|workshop)/', pathNot: '^app/domain/accounts/' },
      to: { path: '^app/domain/accounts/login/store-session\\.server\\.ts$' },
    },
    ...layerRules,
    ...floorRules,
    ...tableRules,
    {
      name: 'tables-by-area',
      comment: 'The domain imports a table from ground.ts or from the file of its area.',
      severity: 'error',
      from: {
        path: '^app/domain/',
        pathNot: ['\\.test\\.tsx?$', ...wholeSchema.map(exactly)],
      },
      to: { path: '^app/db/schema/index\\.ts$' },
    },
    {
      name: 'tables-below-the-floors',
      comment: 'Files that every area shares name no area’s tables.',
      severity: 'error',
      from: { path: '^app/domain/[^/]+\\.ts$', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/db/schema/(?!(ground|columns)\\.ts$)' },
    },
    {
      name: 'domain-areas-have-a-floor',
      comment: 'A new area of the domain gets its floor in .config/layers.cjs.',
      severity: 'error',
      from: { path: `^app/domain/(?!(${floors.flat().join('|')})/|[^/]+\\.ts$)` },
      to: {},
    },
    {
      name: 'pixel-in-the-preview-alone',
      comment:
        'The dashboard draws a nudge, and judges a call, in one place each, with what does it on a shop page.',
      severity: 'error',
      from: {
        path: '^app/ui/',
        pathNot: '^app/ui/nudge-preview/(nudge-preview-drawing|pixel-call)\\.ts$',
      },
      to: { path: '^app/pixel/' },
    },
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
      name: 'polaris-behind-the-kit',
      comment:
        'Screens import components from app/ui, so there is one of each, and Polaris can go.',
      severity: 'error',
      from: { path: '^app/(?!ui/(kit/|design\\.tsx|panel\\.tsx))', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^|/)node_modules/@shopify/polaris/' },
    },
    {
      name: 'job-signatures-in-one-place',
      comment:
        'A test compares the signatures of app/domain/<area>/jobs.ts with the handlers of app/jobs.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/domain/[^/]+/jobs\\.ts$', '\\.test\\.tsx?$'] },
      to: { path: '^app/lib/job-signature\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-user-of-the-queue-library',
      comment: 'Leaving pg-boss means rewriting this file (docs/decisions/0007-dependencies.md).',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/jobs/(?:prepare-queues|queue)\\.server\\.ts$' },
      to: { path: '(^|/)node_modules/pg-boss/' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What is imported stands in package.json.',
      severity: 'error',
      from: { path: '^(app|tests|workshop)/' },
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
