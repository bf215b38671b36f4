/** Requests with bodies that are broken, of another type than stated, or never end. */
import { dataPath, requestBytes, utf8, type HostileRequest } from './request-bytes.ts'

const formType = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const json = 'application/json'

const part = (disposition: string, content = 'a') =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const file = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
  `Content-Type: image/png\r\n\r\n${content}\r\n--x--\r\n`

const fields = [
  ...['intent', 'name', 'email', 'password', 'url', 'id', 'ids', 'role', 'code', 'title', 'text'],
  ...['_method', 'settings', 'draft', 'plan', 'photo', 'language', 'phone', 'reason', 'site'],
  ...['start', 'end', 'count', 'amount', 'events', 'abilities', 'sites', 'access', 'note', 'state'],
]
const values = ['%00', '-1', '9'.repeat(30), '__proto__', '%ff', '%ed%a0%80', '1e999']

const typed: [string, string][] = [
  ...values.map((value): [string, string] => [
    formType,
    fields.map((name) => `${name}=${value}`).join('&'),
  ]),
  [formType, ''],
  [formType, '%'],
  [formType, '&&&==='],
  [formType, '__proto__[x]=1&constructor.prototype.x=1&__proto__=2'],
  [formType, 'a=b&'.repeat(20_000)],
  [formType, `intent=${'a'.repeat(100_000)}`],
  [formType, 'a'.repeat(300_000)],
  [formType, '_method=PUT&_method=DELETE'],
  [`${formType}; charset=utf-7`, '+AGE-=b'],
  [multipart, ''],
  [multipart, '--x'],
  [multipart, '--x--\r\n'],
  [multipart, part('name="intent"')],
  [multipart, `${part('name="intent"', 'save')}--x--\r\n`],
  [multipart, `${part('name="__proto__"')}${part('')}--x--\r\n`],
  [multipart, `${part('filename="a.png"')}--x--\r\n`],
  [multipart, file('a\0b.png', '\x89PNG\r\n\x1a\n\0\0')],
  [multipart, file('../../etc/passwd', 'GIF89a')],
  [multipart, file('a.csv', 'id;"never closed\r\n\0;\xff')],
  [multipart, file('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>')],
  [multipart, part('name="a"').repeat(3_000)],
  ['multipart/form-data', part('name="a"')],
  ['multipart/form-data; boundary=', part('name="a"')],
  ['multipart/form-data; boundary="', part('name="a"')],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, part('name="a"')],
  ['multipart/mixed; boundary=x', part('name="a"')],
  [json, ''],
  [json, '{'],
  [json, 'null'],
  [json, '[]'],
  [json, '""'],
  [json, '1e999'],
  [json, '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'],
  [json, '{"id":"\\u0000","name":"\\ud800","url":"\\u0000","events":[null,1,"",{}]}'],
  [json, `{"id":${'9'.repeat(400)},"quantity":-1e308,"occurred_at":"+275760-09-13T00:00:00.001Z"}`],
  [json, '['.repeat(50_000)],
  [json, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  [json, '\xff\xfe'],
  [json, utf8('\ufeff{}')],
  [`${json}; charset=utf-16`, '{\0}\0'],
  ['text/plain', '{"events":[]}'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['application/octet-stream', '\0\x01\x02\xff'],
  ['application/x-ndjson', '{}\n{'],
  ['application/msgpack', '\x81\xa1a'],
  ['application/jwt', 'a.b.c'],
  ['', 'a=b'],
  [';;;', 'a=b'],
  ['\xff', 'a=b'],
  [`${formType}, ${json}`, '{}'],
]

const named = (text: string) => text.replaceAll(/[^ -~]/g, '?').slice(0, 40)

const wholeBodies = typed.flatMap(([type, body]): HostileRequest[] =>
  ['POST', 'POST for data', 'PUT', 'PATCH', 'DELETE'].map((wanted) => {
    const [method = '', ...rest] = wanted.split(' ')
    return {
      name: `${wanted} of ${type} ${named(body)}`,
      write: (target) =>
        requestBytes(target, {
          method,
          path: rest.length > 0 ? dataPath(target.path) : target.path,
          headers: [`Content-Type: ${type}`],
          body,
        }),
    }
  }),
)

const framings: [string, string[], string][] = [
  ['length below nothing', ['Content-Length: -1'], 'a'],
  ['length in words', ['Content-Length: abc'], 'a'],
  ['two lengths', ['Content-Length: 1', 'Content-Length: 2'], 'ab'],
  ['a length and chunks', ['Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a huge length', ['Content-Length: 99999999999999999999'], 'a'],
  ['a length beyond every limit', ['Content-Length: 100000000'], 'a'],
  ['a chunk that has no size', ['Transfer-Encoding: chunked'], 'x\r\na\r\n0\r\n\r\n'],
  ['a chunk that is larger than it says', ['Transfer-Encoding: chunked'], '1\r\nab\r\n0\r\n\r\n'],
  ['a chunk of no end', ['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\na`],
  ['chunks', ['Transfer-Encoding: chunked'], '5\r\nemail\r\n0\r\n\r\n'],
  ['chunks beyond the limit', ['Transfer-Encoding: chunked'], manyChunks(20)],
  ['trailers', ['Transfer-Encoding: chunked', 'Trailer: X'], '1\r\na\r\n0\r\nX: y\r\n\r\n'],
  ['an unknown coding', ['Transfer-Encoding: gzip'], 'a'],
  ['packed junk', ['Content-Encoding: gzip'], 'junk'],
  ['fewer bytes than it says', ['Content-Length: 3', 'Expect: 100-continue'], 'abc'],
  ['more bytes than it says', ['Content-Length: 1'], 'abc'],
]

function manyChunks(count: number): string {
  return `4000\r\n${'a'.repeat(0x4000)}\r\n`.repeat(count) + '0\r\n\r\n'
}

const types = [formType, multipart, json]

const framedBodies = framings.flatMap(([name, headers, body]) =>
  types.map((type): HostileRequest => ({
    name: `body with ${name} as ${type.slice(0, 25)}`,
    write: (target) =>
      requestBytes(target, {
        method: 'POST',
        headers: [...headers, `Content-Type: ${type}`],
        body,
      }),
  })),
)

const brokenOff: [string, string[], string][] = [
  ['with a length', ['Content-Length: 9000'], 'email'],
  ['in chunks', ['Transfer-Encoding: chunked'], '5\r\nemail\r\n'],
  ['in the middle of a chunk', ['Transfer-Encoding: chunked'], '5\r\nem'],
  ['before its first byte', ['Content-Length: 9000'], ''],
  ['before its first chunk', ['Transfer-Encoding: chunked'], ''],
]

/** Senders that go away before their body is complete. */
export const brokenBodies: readonly HostileRequest[] = brokenOff.flatMap(([name, headers, body]) =>
  types.map((type) => ({
    name: `body broken off ${name} as ${type.slice(0, 25)}`,
    breaksOff: true,
    write: (target) =>
      requestBytes(target, {
        method: 'POST',
        headers: [...headers, `Content-Type: ${type}`],
        body,
      }),
  })),
)

export const hostileBodies: readonly HostileRequest[] = [...wholeBodies, ...framedBodies]
