/** Setup of the browser tests: servers start on copies of one data folder. */
import { ensurePgliteTemplate } from './pglite-template.ts'
import { ensureStartedFolder } from './commands/started-folder.ts'

export default async function prepare(): Promise<void> {
  const template = await ensurePgliteTemplate()
  process.env.TEMPLATE_FILE = template
  process.env.STARTED_FOLDER = await ensureStartedFolder(template)
}
