/**
 * Encryption at rest, and keyed fingerprints.
 *
 * AES-256-GCM: one version byte, four bytes of key id, 12 of nonce, 16 of tag, then the ciphertext.
 * The row's name is associated data, so a ciphertext moved to another row doesn't decrypt.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const version = 1
const headBytes = 1 + 4 + 12 + 16

export type SealedBytes = Buffer & { readonly sealed: true }

export type Secrets = {
  /** @param row which row the value belongs to, for example `demo_shops:7` */
  seal: (value: string, row: string) => SealedBytes
  /** @throws Error when the bytes were changed, belong to another row or to an unknown key */
  open: (value: Buffer, row: string) => string
  /**
   * HMAC-SHA-256 in hex: equal inputs give equal fingerprints, and the input can't be recovered.
   */
  fingerprint: (value: string, purpose: string) => string
}

/**
 * @param appKey 32 bytes, base64 (`APP_KEY`)
 * @param previousKeys keys that older rows may still be encrypted with
 */
export function createSecrets(appKey: string, previousKeys: readonly string[] = []): Secrets {
  const current = deriveKeys(appKey)
  const known = [current, ...previousKeys.map(deriveKeys)]

  return {
    seal(value, row) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.encryption, nonce)
      cipher.setAAD(Buffer.from(row))
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([
        Buffer.from([version]),
        current.id,
        nonce,
        cipher.getAuthTag(),
        body,
      ])
      return sealed as SealedBytes
    },

    open(value, row) {
      if (value.length < headBytes || value[0] !== version) throw new Error('Not a sealed value.')
      const keys = known.find(({ id }) => id.equals(value.subarray(1, 5)))
      if (!keys) throw new Error('Sealed with a key that this server does not have.')
      const decipher = createDecipheriv('aes-256-gcm', keys.encryption, value.subarray(5, 17))
      decipher.setAAD(Buffer.from(row))
      decipher.setAuthTag(value.subarray(17, headBytes))
      return decipher.update(value.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8')
    },

    fingerprint: (value, purpose) =>
      createHmac('sha256', current.fingerprint).update(`${purpose}\0${value}`).digest('hex'),
  }
}

function deriveKeys(appKey: string) {
  const material = Buffer.from(appKey, 'base64')
  if (material.length !== 32) throw new Error('APP_KEY must be 32 bytes in base64.')
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, '', `footfall ${purpose}`, length))
  return {
    id: derive('key id', 4),
    encryption: derive('encryption', 32),
    fingerprint: derive('fingerprint', 32),
  }
}

/** The same for the same `APP_KEY`, and doesn't reveal it. */
export const fingerprintOfKey = (appKey: string): string =>
  createSecrets(appKey).fingerprint('app key', 'backup')
