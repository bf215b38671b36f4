/**
 * Test files that took 30 seconds or more when `node workshop/run/long-files.js` wrote this, on the slower engine of
 * two. A new machine begins with them, and PGlite runs them only if no shorter test will do.
 */
export const longFiles: Readonly<Record<string, number>> = {
  'tests/product/tenancy/access.test.ts': 255,
  'tests/product/billing/random-lives.test.ts': 157,
  'app/integrations/battery.test.ts': 156,
  'app/domain/text-costs.test.ts': 146,
  'tests/product/platform/kill.test.ts': 134,
  'tests/product/shopify/refusals/billing.test.ts': 73,
  'tests/product/billing/life.test.ts': 73,
  'tests/repository/expressions.test.ts': 71,
  'tests/product/shopify/refusals/shop-data.test.ts': 70,
  'app/integrations/broken-rows.test.ts': 56,
  'tests/product/billing/monthly-prices.test.ts': 53,
  'tests/pglite/single-writer.test.ts': 51,
  'app/clients/stripe/random-lives.test.ts': 50,
  'tests/product/billing/canceled-while-processing.test.ts': 48,
  'app/integrations/refusals.test.ts': 48,
  'tests/product/platform/hostile-requests.test.ts': 43,
  'tests/product/billing/paid-meanwhile.test.ts': 41,
  'workshop/doubles/stripe-billing/contract.test.ts': 41,
  'tests/product/billing/outages.test.ts': 41,
  'tests/product/billing/bad-turns.test.ts': 39,
  'tests/pglite/backup.test.ts': 38,
  'app/integrations/smart/untrusted-input.test.ts': 37,
  'tests/product/platform/built-file.test.ts': 35,
  'tests/product/billing/stripe-statuses.test.ts': 34,
  'tests/postgres/move-to-postgres.test.ts': 33,
}
