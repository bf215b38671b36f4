/**
 * A simulated authenticator, for what a real one would never do: it signs for any origin and
 * counter. WebAuthn level 2: sections 6.1 (authenticator data) and 6.5 (attestation).
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

type Way = {
  /** Origin of the requesting page. */
  origin: string
  /** False for a device that didn't verify its user. */
  isUserVerified?: boolean
  /** Can be synced to other devices. */
  isSynced?: boolean
}

export type Authenticator = {
  /** Response to a challenge for a new passkey, as JSON. */
  create: (options: PublicKeyCredentialCreationOptionsJSON, way: Way) => string
  /** Response to a challenge for a login, as JSON. */
  get: (options: PublicKeyCredentialRequestOptionsJSON, way: Way) => string
  /** Number of signatures. A clone of the device would have its own counter. */
  counter: number
}

export function createAuthenticator(): Authenticator {
  const credentialId = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let userHandle = ''

  return {
    counter: 0,

    create(options, way) {
      userHandle = options.user.id
      const made = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(publicKey),
      ])
      const head = authenticatorData({
        ...way,
        rpId: options.rp.id ?? '',
        counter: this.counter,
        more: flags.attested,
      })
      return credential(credentialId, {
        clientDataJSON: clientData('webauthn.create', options.challenge, way.origin),
        attestationObject: attestation(Buffer.concat([head, made])),
        transports: ['internal'],
      })
    },

    get(options, way) {
      this.counter += 1
      const client = clientData('webauthn.get', options.challenge, way.origin)
      const data = authenticatorData({
        ...way,
        rpId: options.rpId ?? '',
        counter: this.counter,
        more: 0,
      })
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential(credentialId, {
        clientDataJSON: client,
        authenticatorData: data,
        signature,
        userHandle,
      })
    },
  }
}

const flags = { present: 1, verified: 4, mayBeSynced: 8, synced: 16, attested: 64 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

type Head = Way & { rpId: string; counter: number; more: number }

function authenticatorData({ rpId, counter, more, ...way }: Head): Buffer {
  const { isUserVerified = true, isSynced = false } = way
  const bits =
    flags.present +
    (isUserVerified ? flags.verified : 0) +
    (isSynced ? flags.mayBeSynced + flags.synced : 0) +
    more
  const tail = Buffer.alloc(5)
  tail.writeUInt8(bits)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), tail])
}

/** CBOR (RFC 8949): the map {fmt: "none", attStmt: {}, authData: …}. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ])
}

/** COSE (RFC 9053): {kty: EC2, alg: ES256, crv: P-256, x, y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** As browsers serialize it: bytes in base64url. */
function credential(id: Buffer, response: Record<string, unknown>): string {
  const written = Object.entries(response).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('base64url') : value,
  ])
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(written) as unknown,
  })
}
