/** Setup of the browser tests: servers create their databases from one dump. */
import { ensurePgliteTemplate } from './pglite-template.ts'

export default async function prepare(): Promise<void> {
  process.env.TEMPLATE_FILE = await ensurePgliteTemplate()
}
