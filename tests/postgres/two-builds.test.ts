/** Nodes of two builds on one database, as while a deployment replaces one after the other. */
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '#app/lib/project.server.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'
import { startProductServer } from '../support/product-server.ts'

/** A folder with a copy of this checkout's build, as a newer release has it. */
function copyBuild() {
  const root = makeFolder()
  onTestFinished(() => {
    removeFolder(root)
  })
  cpSync(projectFile('build'), path.join(root, 'build'), { recursive: true })
  cpSync(projectFile('package.json'), path.join(root, 'package.json'))
  mkdirSync(path.join(root, 'app/db'), { recursive: true })
  symlinkSync(projectFile('app/db/migrations'), path.join(root, 'app/db/migrations'))
  symlinkSync(projectFile('node_modules'), path.join(root, 'node_modules'))
  const server = path.join(root, 'build/server/index.js')
  const code = readFileSync(server, 'utf8')
  const changed = code.replace(/"version": "[0-9a-f]{8}"/, '"version": "00000000"')
  expect(changed).not.toBe(code)
  writeFileSync(server, changed)
  return root
}

test('each of two nodes serves the files that only the other’s build has', async () => {
  const newer = copyBuild()
  const assets = path.join(newer, 'build/client/assets')
  const oldName = readdirSync(assets).find((name) => /^entry\.client.*\.js$/.test(name)) ?? ''
  const newName = 'entry.client-NewName1.js'
  for (const ending of ['', '.br', '.gz']) {
    renameSync(path.join(assets, oldName + ending), path.join(assets, newName + ending))
  }
  writeFileSync(path.join(assets, 'added-AbCdEfGh.css'), 'p { color: green }')
  const databaseUrl = await copyPostgresTemplate()
  const environment = { APP_KEY: randomBytes(32).toString('base64') }
  const start = async (options: { root?: string }) => {
    const node = await startProductServer({ databaseUrl, environment, ...options })
    onTestFinished(() => node.remove())
    return node
  }
  const oldNode = await start({})
  const newNode = await start({ root: newer })
  const read = async ({ baseUrl }: { baseUrl: string }, name: string) => {
    const response = await fetch(`${baseUrl}/assets/${name}`)
    return { status: response.status, text: await response.text() }
  }

  const expected = await read(oldNode, oldName)
  expect(expected.status).toBe(200)
  expect(await read(newNode, oldName)).toEqual(expected)
  expect(await read(oldNode, newName)).toEqual(expected)
  expect(await read(oldNode, 'added-AbCdEfGh.css')).toEqual({
    status: 200,
    text: 'p { color: green }',
  })
  expect((await read(oldNode, 'never-AbCdEfGh.css')).status).toBe(404)
})
