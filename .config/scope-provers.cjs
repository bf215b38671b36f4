/**
 * Files that create scopes, each with where the team and the site come from. A job, a sweep or a
 * screen isn't one of them: it takes a scope from a guard or from find-scope.server.ts. The list only
 * shrinks (tests/repository/scope-proofs.test.ts).
 *
 * @type {Readonly<Record<string, string>>}
 */
const scopeProvers = {
  'app/auth/guards.server.ts': 'the current site, from the list of the member’s sites',
  'app/domain/billing/billed-team.ts': 'rows and jobs of billing',
  'app/domain/connections/connection.server.ts': 'a connection, joined with its site',
  'app/domain/find-scope.server.ts': 'teams and sites by id, for work without a request',
  'app/domain/shops/shop-scope.ts': 'an installed shop, joined with its site',
  'app/domain/sites/known-site.server.ts': 'a site by its public uuid, for the edge',
  'app/domain/sites/sites.server.ts': 'a site that the caller can see',
  'app/domain/sites/staff-lookup.server.ts': 'any site, for staff',
  'app/domain/teams/staff-lookup.server.ts': 'any team, for staff',
  'app/domain/teams/teams.server.ts': 'memberships',
  'app/domain/tokens/tokens.server.ts': 'an API token, joined with its membership',
}

/**
 * Provers that serve one area, by the folders that can use them: their callers pass ids of rows that
 * only these folders read.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const areaProvers = {
  'app/domain/billing/billed-team.ts': ['app/domain/billing'],
  'app/domain/shops/shop-scope.ts': ['app/domain/shops', 'app/domain/lifecycle'],
}

module.exports = { areaProvers, scopeProvers }
