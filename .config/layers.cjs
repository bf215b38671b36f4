/**
 * The layers of app/, lowest last, and the floors of app/domain/, lowest first. The import rules are
 * generated from these tables, and a test compares them with those in docs/architecture.md.
 */

/**
 * @typedef {object} Layer
 * @property {string} folder below app/
 * @property {string} holds
 * @property {string[]} imports other folders below app/ that it may import
 */

/** @type {Layer[]} */
const layers = [
  {
    folder: 'server',
    holds: 'the process entry point, where everything is wired up: HTTP, the public edge',
    imports: ['*'],
  },
  {
    folder: 'routes',
    holds: 'screens and calls: request in, guard, one call of a presenter or the domain, answer',
    imports: ['auth', 'browser', 'contract', 'domain', 'lib', 'platforms', 'presenters', 'ui'],
  },
  {
    folder: 'platforms',
    holds: 'the shells around the screens, and how each one authenticates',
    imports: ['auth', 'browser', 'clients', 'domain', 'lib', 'ui'],
  },
  {
    folder: 'cli',
    holds: 'the command line',
    imports: ['contract', 'domain', 'lib', 'presenters'],
  },
  {
    folder: 'jobs',
    holds: 'background work and its queue',
    imports: ['domain', 'emails', 'integrations', 'lib', 'presenters'],
  },
  {
    folder: 'auth',
    holds: 'authentication: guards and cookies',
    imports: ['domain', 'lib'],
  },
  {
    folder: 'ui',
    holds: 'shared UI components',
    imports: ['browser', 'contract', 'domain', 'lib', 'pixel'],
  },
  {
    folder: 'presenters',
    holds:
      'read models: the data that a screen or a call shows, joined from several areas of the domain',
    imports: ['contract', 'db', 'domain', 'integrations', 'lib'],
  },
  {
    folder: 'emails',
    holds: 'email templates, delivery and the outbox',
    imports: ['domain', 'lib'],
  },
  {
    folder: 'clients',
    holds: 'third-party services that Footfall itself uses',
    imports: ['domain', 'lib'],
  },
  {
    folder: 'integrations',
    holds: 'providers that shops connect: definitions without a database',
    imports: ['contract', 'lib'],
  },
  {
    folder: 'domain',
    holds: 'the product. `x.ts` are rules without I/O, `x.server.ts` are use cases',
    imports: ['contract', 'db', 'integrations', 'lib'],
  },
  {
    folder: 'browser',
    holds: 'browser code without UI: session, API client, host, storage',
    imports: ['lib'],
  },
  {
    folder: 'pixel',
    holds: 'the script on the shop’s page',
    imports: ['contract'],
  },
  {
    folder: 'db',
    holds: 'schema, migrations, the two engines',
    imports: ['contract', 'lib'],
  },
  {
    folder: 'contract',
    holds: 'shapes that the pixel and outside programs rely on',
    imports: ['lib'],
  },
  {
    folder: 'lib',
    holds: 'small utilities without product knowledge',
    imports: [],
  },
]

/**
 * Areas of app/domain/ by floor, lowest first. An area knows the floors below its own, never an area
 * next to it or above it.
 *
 * @type {string[][]}
 */
const floors = [
  ['plans'],
  [
    'accounts',
    'allocation',
    'announcements',
    'deliveries',
    'erasures',
    'forms',
    'goals',
    'images',
    'products',
    'views',
    'wording',
  ],
  ['activities', 'messages', 'support', 'teams'],
  ['webhooks'],
  ['connections', 'imports', 'sites', 'tokens'],
  ['presence', 'shops'],
  ['nudges'],
  ['billing', 'events', 'push'],
  ['serving', 'stats'],
  ['reports'],
  ['lifecycle'],
]

/**
 * A file of app/db/schema/ belongs to the area it is named after, and is on its floor. Every area can
 * name the tables of ground.ts. This file of the domain names tables of areas above its own; the list only
 * shrinks (tests/repository/schema-floors.test.ts).
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const upwardTables = {
  // The first proof of an address ends everything that opened the account before, in one transaction.
  // Passed in by each road that proves one, a part could be left out. Here it is one list, which a test
  // compares with all tables (tests/product/accounts/address-proof.test.ts).
  'app/domain/accounts/address-proof.server.ts': ['connections', 'teams', 'webhooks'],
}

/** Files that handle every table alike, on the top floor. */
const wholeSchema = [
  'app/domain/lifecycle/export-team.server.ts',
  'app/domain/lifecycle/reassign-rows.server.ts',
]

module.exports = { floors, layers, upwardTables, wholeSchema }
