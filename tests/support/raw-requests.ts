/**
 * Requests as bytes: the two forms that the raw path handles, and similar ones that it must not.
 */

export const uuid = '0a1b2c3d-0a1b-4c3d-8e9f-0123456789ab'
const target = `/api/pixel/${uuid}`
const host = 'Host: shop.example'

const lines = (...all: string[]) => [...all, '', ''].join('\r\n')

/** A page's request for its payload. */
export const plain = (...more: string[]) => lines(`GET ${target} HTTP/1.1`, host, ...more)

const report = '{"events":[]}'

/** A page's report with its body; one byte per character. */
export const post = (body = report, ...more: string[]) =>
  lines(`POST ${target}/events HTTP/1.1`, host, `Content-Length: ${String(body.length)}`, ...more) +
  body

const reportWith = (...more: string[]) => lines(`POST ${target}/events HTTP/1.1`, host, ...more)

const line = (first: string) => lines(first, host)

/** A second request that one parser could see as a body and another as the next request. */
const smuggled = plain('X-Smuggled: 1')
const sized = (body: string) => `Content-Length: ${String(body.length)}`

/** One chunk each. The raw path must not handle any of them. */
export const hostile: Record<string, string> = {
  'a length and chunks':
    plain(sized(smuggled), 'Transfer-Encoding: chunked') + `0\r\n\r\n${smuggled}`,
  'chunks and a length': plain('Transfer-Encoding: chunked', 'Content-Length: 4') + '0\r\n\r\n',
  'chunks on a question': plain('Transfer-Encoding: chunked') + '0\r\n\r\n',
  'a coding that is not known': plain('Transfer-Encoding: xchunked'),
  'two codings': plain('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  'a coding after a tab': plain('Transfer-Encoding:\tchunked'),
  'a coding before a space': plain('Transfer-Encoding : chunked'),
  'a coding after a line feed': plain('X: y\nTransfer-Encoding: chunked') + '0\r\n\r\n',
  'a coding in capitals': plain('TRANSFER-ENCODING: chunked') + '0\r\n\r\n',
  'a coding that is folded': plain('Transfer-Encoding:\r\n chunked') + '0\r\n\r\n',
  'a coding after a carriage return': plain('X: y\rTransfer-Encoding: chunked'),
  'a length of nothing': plain('Content-Length: 0'),
  'a length and a body': plain(sized(smuggled)) + smuggled,
  'a length without a body': plain('Content-Length: 5'),
  'two lengths': plain('Content-Length: 0', sized(smuggled)) + smuggled,
  'two equal lengths': plain('Content-Length: 0', 'Content-Length: 0'),
  'a length in a list': plain('Content-Length: 0, 0'),
  'a signed length': plain('Content-Length: +0'),
  'a length in hexadecimal': plain('Content-Length: 0x5') + 'abcde',
  'a length below nothing': plain('Content-Length: -1'),
  'a length with a space in its name': plain('Content -Length: 5') + 'abcde',
  'a second question behind': plain() + smuggled,
  'a report behind': plain() + post(),
  'half a question behind': plain() + smuggled.slice(0, 30),
  'a line break before': `\r\n${plain()}`,
  'a line feed before': `\n${plain()}`,
  'a space before': ` ${plain()}`,
  'a line break behind': `${plain()}\r\n`,
  'no empty line': plain().slice(0, -2),
  'line feeds alone': plain('Accept: */*').replaceAll('\r\n', '\n'),
  'a line feed alone at the end': `${plain().slice(0, -2)}\n`,
  'a line feed alone in the middle': plain('A: b\nC: d'),
  'carriage returns alone': plain('Accept: */*').replaceAll('\r\n', '\r'),
  'a carriage return in a value': plain('A: b\rc'),
  'two carriage returns': plain('A: b\r'),
  'nothing in a value': plain('A: b\0c'),
  'nothing in a name': plain('A\0: b'),
  'a folded header': plain('A: b\r\n c'),
  'a fold before the first header': lines(`GET ${target} HTTP/1.1`, ` ${host}`),
  'a header without a colon': plain('Accept'),
  'a header without a name': plain(': b'),
  'a header without a value': plain('A:'),
  'a header with a blank value': plain('A: '),
  'a space before a colon': plain('A : b'),
  'no space after a colon': plain('A:b'),
  'two spaces after a colon': plain('A:  b'),
  'a space behind a value': plain('A: b '),
  'a tab in a value': plain('A: b\tc'),
  'a byte above ASCII in a value': plain('A: b\xe9'),
  'a byte above ASCII in a name': plain('A\xe9: b'),
  'a mark in a name': plain('A(b): c'),
  'an underline in a name': plain('Content_Length: 5'),
  'no host': lines(`GET ${target} HTTP/1.1`, 'Accept: */*'),
  'no header': lines(`GET ${target} HTTP/1.1`),
  'two hosts': plain('Host: other.example'),
  'two hosts that differ in case': plain('hOST: shop.example'),
  'a closing connection': plain('Connection: close'),
  'a list of connection options': plain('Connection: keep-alive, Content-Length'),
  'two connection options': plain('Connection: keep-alive', 'Connection: close'),
  'an upgrade': plain('Connection: Upgrade', 'Upgrade: websocket'),
  'an upgrade that is not asked for': plain('Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
  'a proxy that closes': plain('Proxy-Connection: close'),
  'an expectation': plain('Expect: 100-continue'),
  trailers: plain('TE: trailers', 'Trailer: Content-Length'),
  'an older version': plain().replace('HTTP/1.1', 'HTTP/1.0'),
  'an unknown version': plain().replace('HTTP/1.1', 'HTTP/1.2'),
  'a version in small letters': plain().replace('HTTP/1.1', 'http/1.1'),
  'no version': `GET ${target}\r\n`,
  'another protocol': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an encrypted hello': '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'a method in small letters': plain().replace('GET', 'get'),
  'another method': plain().replace('GET', 'HEAD'),
  'a method that overrides': line(`DELETE ${target} HTTP/1.1`),
  'a question for the methods': plain().replace('GET', 'OPTIONS'),
  'a tunnel': line(`CONNECT ${target} HTTP/1.1`),
  'two spaces before the target': plain().replace('GET ', 'GET  '),
  'a tab before the target': plain().replace('GET ', 'GET\t'),
  'a space behind the version': plain().replace('HTTP/1.1', 'HTTP/1.1 '),
  'two spaces before the version': plain().replace(' HTTP', '  HTTP'),
  'a target with its origin': line(`GET http://shop.example${target} HTTP/1.1`),
  'a target of two slashes': line(`GET /${target} HTTP/1.1`),
  'a target with a slash behind': line(`GET ${target}/ HTTP/1.1`),
  'a target with a query': line(`GET ${target}?visitor=abc HTTP/1.1`),
  'a target with an empty query': line(`GET ${target}? HTTP/1.1`),
  'a target with a fragment': line(`GET ${target}#a HTTP/1.1`),
  'a target with dots': line(`GET /api/x/../pixel/${uuid} HTTP/1.1`),
  'a target in percents': line(`GET ${target.replace('api', '%61pi')} HTTP/1.1`),
  'a target with a line break in percents': line(`GET ${target}%0d%0a HTTP/1.1`),
  'a site in capitals': line(
    `GET ${target.toUpperCase().replace('/API/PIXEL', '/api/pixel')} HTTP/1.1`,
  ),
  'a site that is too short': line(`GET ${target.slice(0, -1)} HTTP/1.1`),
  'a site that is too long': line(`GET ${target}0 HTTP/1.1`),
  'another address': line('GET /health/live HTTP/1.1'),
  'a report in chunks': reportWith('Transfer-Encoding: chunked') + '0\r\n\r\n',
  'a report in chunks with a length':
    reportWith('Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
  'a report with a length and chunks':
    reportWith('Transfer-Encoding: chunked', 'Content-Length: 5') + '0\r\n\r\n',
  'a report without a length': reportWith(),
  'a report without a length, and a question behind': reportWith() + smuggled,
  'a report that is longer than it says': reportWith('Content-Length: 2') + '{}}',
  'a report that is shorter than it says': reportWith('Content-Length: 4') + '{}',
  'a report with a question behind': post() + smuggled,
  'a report with a line break behind': `${post()}\r\n`,
  'a report with two lengths': post('{}', 'Content-Length: 0'),
  'a report with two equal lengths': post('{}', 'Content-Length: 2'),
  'a report with two equal lengths in a list': reportWith('Content-Length: 2, 2') + '{}',
  'a report with a signed length': reportWith('Content-Length: +2') + '{}',
  'a report with a length below nothing': reportWith('Content-Length: -2') + '{}',
  'a report with a zero before its length': reportWith('Content-Length: 02') + '{}',
  'a report with a length in hexadecimal': reportWith('Content-Length: 0x2') + '{}',
  'a report with a length with a fraction': reportWith('Content-Length: 2.0') + '{}',
  'a report with a length that is a power': reportWith('Content-Length: 2e0') + '{}',
  'a report with a length in quotes': reportWith('Content-Length: "2"') + '{}',
  'a report with a folded length': reportWith('Content-Length:\r\n 2') + '{}',
  'a report with a length before a space': reportWith('Content-Length : 2') + '{}',
  'a report with an empty length': reportWith('Content-Length: ') + '{}',
  'a report with a length longer than numbers':
    reportWith('Content-Length: 18446744073709551618') + '{}',
  'a report with an expectation': post('{}', 'Expect: 100-continue'),
  'a report that closes': post('{}', 'Connection: close'),
  'a report of an older version': post('{}').replace('HTTP/1.1', 'HTTP/1.0'),
  'a report by another method': post('{}').replace('POST', 'PUT'),
  'a report to where questions are asked': post('{}').replace('/events', ''),
  'a question where reports are sent': line(`GET ${target}/events HTTP/1.1`),
  'a report with line feeds alone': post('{}').replaceAll('\r\n', '\n'),
  'a report with an empty line in its head': reportWith('A: b\r\n\r\nContent-Length: 2') + '{}',
  'a long head': plain(`Cookie: ${'a'.repeat(5_000)}`),
  'a head that is longer than any': plain(`Cookie: ${'a'.repeat(20_000)}`),
  'very many headers': plain(...Array.from({ length: 1_000 }, (_value, at) => `A${String(at)}: b`)),
}
