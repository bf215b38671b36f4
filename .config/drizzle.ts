import { defineConfig } from 'drizzle-kit'

/**
 * `npm run db:generate` compares app/db/schema with the latest migration and writes the next one.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './app/db/schema/index.ts',
  out: './app/db/migrations',
  entities: { roles: { include: ['footfall_app', 'footfall_system'] } },
})
