import { expect, test } from 'vitest'
import { describeWorkerFault, findWorkerFaults, type WorkerResponse } from './find-worker-faults.ts'
import { workerFile, workerLine, workerScope } from './worker-place.ts'

const appUrl = 'https://footfall.example'
const asked = 'https://shop.example/footfall-push.js'

const answer = (about: Partial<WorkerResponse> = {}): WorkerResponse => ({
  address: asked,
  text: workerFile(appUrl),
  ...about,
  headers: { 'content-type': 'text/javascript; charset=utf-8', ...about.headers },
})

const find = (about: Partial<WorkerResponse> = {}, isShared = false, url = asked) =>
  findWorkerFaults(answer({ address: url, ...about }), { asked: url, appUrl, isShared })

test('the file as it is downloaded has no fault, wherever it is', () => {
  expect(find()).toEqual([])
  expect(find({}, false, 'https://shop.example/content/footfall-push.js')).toEqual([])
  expect(find({}, false, 'https://shop.example/apps/footfall-push/worker.js')).toEqual([])
})

test('a shop’s worker that imports ours has no fault', () => {
  const text = `${workerLine(appUrl)};\n/* offline pages */\nself.addEventListener('fetch', () => {})`

  expect(find({ text }, true, 'https://shop.example/sw.js')).toEqual([])
})

test.each([
  ['application/javascript', []],
  ['application/x-javascript', []],
  ['TEXT/JavaScript', []],
  ['text/html; charset=utf-8', ['type']],
  ['text/plain', ['type']],
  ['application/json', ['type']],
  ['', ['type']],
])('the content type %j has the faults %j', (type, faults) => {
  expect(find({ headers: { 'content-type': type } })).toEqual(faults)
})

test.each([
  ['another page of the shop', 'https://shop.example/login'],
  ['www', 'https://www.shop.example/footfall-push.js'],
  ['a query', `${asked}?v=1`],
])('a redirect to %s is a fault', (_name, address) => {
  expect(find({ address })).toEqual(['redirect'])
})

test.each([
  ['nothing', '', 'no-import'],
  ['other code', "self.addEventListener('push', show)", 'no-import'],
  ['a comment', `// ${workerLine(appUrl)}`, 'no-import'],
  ['a block comment', `/*\n${workerLine(appUrl)}\n*/`, 'no-import'],
  ['an unfinished block comment', `/* ${workerLine(appUrl)}`, 'no-import'],
  ['another server’s line', workerLine('https://other.example'), 'other-server'],
  ['a server with a longer name', workerLine('https://footfall.example.evil'), 'other-server'],
])('a file with %s is a fault', (_name, text, fault) => {
  expect(find({ text })).toEqual([fault])
})

test('a shared worker in a folder needs the header that widens its scope', () => {
  const inFolder = 'https://shop.example/assets/sw.js'

  expect(find({}, true, inFolder)).toEqual(['scope'])
  expect(find({ headers: { 'service-worker-allowed': '/' } }, true, inFolder)).toEqual([])
  expect(find({ headers: { 'service-worker-allowed': '/assets/' } }, true, inFolder)).toEqual([
    'scope',
  ])
})

test('a header that narrows the scope is a fault as well', () => {
  expect(find({ headers: { 'service-worker-allowed': '/other/' } })).toEqual(['scope'])
})

test.each([
  ["default-src 'self'", ['script-policy', 'connect-policy']],
  ["script-src 'self'; connect-src *", ['script-policy']],
  [`script-src 'self' ${appUrl}; connect-src 'self'`, ['connect-policy']],
  [`script-src ${appUrl}; connect-src ${appUrl}`, []],
  [`script-src ${appUrl}/js/`, ['script-policy']],
  ["frame-ancestors 'none'", []],
])('the policy %j has the faults %j', (policy, faults) => {
  expect(find({ headers: { 'content-security-policy': policy } })).toEqual(faults)
})

test('the scope is a folder without pages, below the file', () => {
  expect(workerScope('/footfall-push.js')).toBe('/footfall-push/')
  expect(workerScope('/content/footfall-push.js')).toBe('/content/footfall-push/')
  expect(workerScope('/apps/footfall-push/worker.js')).toBe('/apps/footfall-push/')
})

test('a sentence says what to do', () => {
  expect(describeWorkerFault('type')).toContain('text/javascript')
  expect(describeWorkerFault('missing')).toContain('Upload it')
})
