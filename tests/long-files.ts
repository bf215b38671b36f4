/** Test files that take a minute or more, the longest first. */
export const longFiles: readonly string[] = [
  'app/integrations/broken-rows.test.ts',
  'app/clients/stripe/random-lives.test.ts',
  'app/integrations/battery.test.ts',
  'app/domain/text-costs.test.ts',
  'tests/product/tenancy/access.test.ts',
  'tests/product/platform/kill.test.ts',
  'tests/pglite/single-writer.test.ts',
  'tests/pglite/backup.test.ts',
  'tests/product/billing/eleven-months.test.ts',
  'tests/product/shopify/refusals/billing.test.ts',
  'tests/product/billing/random-lives.test.ts',
]
