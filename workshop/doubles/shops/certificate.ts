/** A certificate that signs itself, as short as a certificate can be. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type Certificate = { pem: string; privateKey: KeyObject }

/** One element of DER: its tag, its length, its content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => element(0x30, ...parts)
const sha256WithRsa = sequence(
  Buffer.from('06092a864886f70d01010b', 'hex'),
  Buffer.from('0500', 'hex'),
)

/** `cn=…`. */
const nameOf = (text: string) =>
  sequence(
    element(0x31, sequence(Buffer.from('0603550403', 'hex'), element(0x0c, Buffer.from(text)))),
  )

const timeOf = (at: Date) =>
  element(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))

export function makeCertificate({ from, until }: { from: Date; until: Date }): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = nameOf('messageverificationcerts.paypal.com')
  const facts = sequence(
    element(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    sha256WithRsa,
    name,
    sequence(timeOf(from), timeOf(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256').update(facts).sign(privateKey)
  const bits = element(0x03, Buffer.from([0]), signature)
  const lines =
    sequence(facts, sha256WithRsa, bits)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    privateKey,
  }
}
