/**
 * Emails of a product without an email server: files in the data directory that any email client
 * opens, and that the staff's screen lists.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#app/config.server.ts'
import { readMail } from './read-email.ts'

type StoredEmail = {
  /** File name without its extension. */
  id: string
  to: string
  subject: string
  at: Date
}

export type Outbox = {
  /** False with an email server: new emails aren't kept. */
  isInUse: boolean
  /** Newest first, up to 200. */
  list: () => Promise<StoredEmail[]>
  /**
   * Null when there is no such file. Without its URLs, unless the product is local: links log in,
   * reset passwords and open data, and they are only for the recipient.
   */
  read: (id: string) => Promise<(StoredEmail & { text: string }) | null>
  /** @param id letters, digits and hyphens @returns the file */
  keep: (id: string, message: Buffer) => Promise<string>
  /** Removes all emails to this address. */
  forget: (address: string) => Promise<void>
  /** Removes older emails. */
  sweep: (before: Date) => Promise<void>
}

const ending = '.eml'
const listedAtMost = 200

type Parts = Pick<Config, 'dataDir' | 'isProduction' | 'smtpUrl'>

export function createOutbox({ dataDir, isProduction, smtpUrl }: Parts): Outbox {
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
    const shown = isProduction ? hideUrls(text) : text
    return { id, at, to: headers['to'] ?? '', subject: headers['subject'] ?? '', text: shown }
  }

  return {
    isInUse: smtpUrl === undefined,
    async list() {
      const files = (await listFiles()).slice(0, listedAtMost)
      const mails = await Promise.all(files.map(({ id, at }) => open(id, at)))
      return mails.flatMap((mail) => (mail ? [withoutText(mail)] : []))
    },
    async read(id) {
      // A name must not be a path.
      if (!/^[\w-]+$/.test(id)) return null
      const found = await stat(fileOf(id)).catch(nothingWhenMissing(null))
      return found ? open(id, found.mtime) : null
    },
    async keep(id, message) {
      const file = fileOf(id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written under another name first, so readers never see half an email.
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

/** Hides all of them, so no future email can forget to name a link that is a secret. */
const hideUrls = (text: string): string => text.replace(/https?:\/\/\S+/gi, '[link hidden]')

const withoutText = ({ id, to, subject, at }: StoredEmail): StoredEmail => ({ id, to, subject, at })

const nothingWhenMissing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing
    throw error
  }
