/**
 * The mails of a product without a mail server: files in the data directory, which any mail program opens
 * and the operator's screen lists.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#app/config.server.ts'
import { readMail } from './read-email.ts'

export type StoredEmail = {
  /** The file's name without its ending. */
  id: string
  to: string
  subject: string
  at: Date
}

export type Outbox = {
  /** False with a mail server: then nothing new is kept. */
  isInUse: boolean
  /** The newest first, 200 at most. */
  list: () => Promise<StoredEmail[]>
  /** Null when there is no such file. */
  read: (id: string) => Promise<(StoredEmail & { text: string }) | null>
  /** @param id letters, digits and hyphens @returns the file */
  keep: (id: string, message: Buffer) => Promise<string>
  /** Removes every mail to this address. */
  forget: (address: string) => Promise<void>
  /** Removes what is older. */
  sweep: (before: Date) => Promise<void>
}

const ending = '.eml'
const listedAtMost = 200

export function createOutbox({ dataDir, smtpUrl }: Pick<Config, 'dataDir' | 'smtpUrl'>): Outbox {
  const folder = path.join(dataDir, 'outbox')
  const fileOf = (id: string) => path.join(folder, `${id}${ending}`)

  async function listFiles(): Promise<{ id: string; at: Date }[]> {
    const names = await readdir(folder).catch(nothingWhenMissing([]))
    const ids = names.filter((name) => name.endsWith(ending)).map((name) => path.parse(name).name)
    const files = await Promise.all(
      ids.map(async (id) => {
        const found = await stat(fileOf(id)).catch(nothingWhenMissing(null))
        return found ? [{ id, at: found.mtime }] : []
      }),
    )
    return files.flat().sort((one, other) => other.at.getTime() - one.at.getTime())
  }

  async function open(id: string, at: Date) {
    const raw = await readFile(fileOf(id), 'utf8').catch(nothingWhenMissing(null))
    if (raw === null) return null
    const { headers, text } = readMail(raw)
    return { id, at, to: headers['to'] ?? '', subject: headers['subject'] ?? '', text }
  }

  return {
    isInUse: smtpUrl === undefined,
    async list() {
      const files = (await listFiles()).slice(0, listedAtMost)
      const mails = await Promise.all(files.map(({ id, at }) => open(id, at)))
      return mails.flatMap((mail) => (mail ? [withoutText(mail)] : []))
    },
    async read(id) {
      // A name is no path.
      if (!/^[\w-]+$/.test(id)) return null
      const found = await stat(fileOf(id)).catch(nothingWhenMissing(null))
      return found ? open(id, found.mtime) : null
    },
    async keep(id, message) {
      const file = fileOf(id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Who looks meanwhile sees a whole mail or none.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return file
    },
    async forget(address) {
      for (const { id, at } of await listFiles()) {
        const mail = await open(id, at)
        if (mail?.to === address) await rm(fileOf(id), { force: true })
      }
    },
    async sweep(before) {
      for (const { id, at } of await listFiles()) {
        if (at < before) await rm(fileOf(id), { force: true })
      }
    },
  }
}

const withoutText = ({ id, to, subject, at }: StoredEmail): StoredEmail => ({ id, to, subject, at })

const nothingWhenMissing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing
    throw error
  }
