/** nginx or Caddy in front of the nodes, with the files of workshop/deploy. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { installDebianPackage, programOnPath } from '../run/debian-package.js'

export type Proxy = { name: string; port: number; stop: () => Promise<void> }

type Wanted = { folder: string; nodePorts: readonly number[] }

type Prepared = {
  name: string
  program: string
  args: string[]
  environment: Record<string, string>
}

const readyMillis = 30_000
const pollMillis = 100

/** @returns null when this machine has neither, and none can be installed */
export async function startProxy({ folder, nodePorts }: Wanted): Promise<Proxy | null> {
  if (programOnPath('nginx', 'caddy') === undefined) await installDebianPackage('nginx-light')
  const nginx = programOnPath('nginx')
  const caddy = programOnPath('caddy')
  const port = await freePort()
  const place = { folder: path.join(folder, 'proxy'), nodePorts, port }
  mkdirSync(place.folder)
  // Its workers have a user with fewer rights.
  chmodSync(place.folder, 0o755)
  const prepared = nginx ? prepareNginx(nginx, place) : caddy ? prepareCaddy(caddy, place) : null
  if (!prepared) return null

  const { name, program, args, environment } = prepared
  const running = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  running.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = () => end(running)
  await untilReady(port, () => {
    if (running.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
  })
  return { name, port, stop }
}

type Place = { folder: string; nodePorts: readonly number[]; port: number }

/** The deployed file, but for names, ports and the certificate. */
function prepareNginx(program: string, { folder, nodePorts, port }: Place): Prepared {
  const nodes = nodePorts.map(
    (one) => `server 127.0.0.1:${String(one)} max_fails=1 fail_timeout=5s;`,
  )
  const site = [
    { from: /server 127\.0\.0\.1:3000 .*\n.*A second node.*\n/, to: `${nodes.join('\n')}\n` },
    // The server of port 80, which only redirects.
    { from: /server \{\n {2}listen 80;[^}]*\}\n/, to: '' },
    { from: / {2}listen 443 .*\n {2}listen .*\n/, to: `  listen 127.0.0.1:${String(port)};\n` },
    { from: / {2}ssl_certificate .*\n {2}ssl_certificate_key .*\n {2}ssl_protocols .*\n/, to: '' },
  ].reduce(
    (text, { from, to }) => {
      if (!from.test(text)) throw new Error(`nginx.conf has nothing like ${from.source}.`)
      return text.replace(from, to)
    },
    readFileSync('workshop/deploy/nginx.conf', 'utf8'),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${folder}/${kind};`,
  )
  const main = [
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'worker_rlimit_nofile 4096;',
    'events { worker_connections 1024; }',
    'http {',
    '  access_log off;',
    // The load generator doesn't expect a connection to end after 1,000 requests.
    '  keepalive_requests 10000000;',
    ...temporary,
    `  include ${folder}/site.conf;`,
    '}',
  ]
  writeFileSync(path.join(folder, 'site.conf'), site)
  writeFileSync(path.join(folder, 'nginx.conf'), main.join('\n'))
  const args = ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')]
  return { name: 'nginx', program, args, environment: {} }
}

/** The deployed file, without a certificate, and without Caddy's port for changes. */
function prepareCaddy(program: string, { folder, nodePorts, port }: Place): Prepared {
  const file = path.join(folder, 'Caddyfile')
  const deployed = readFileSync('workshop/deploy/Caddyfile', 'utf8')
  writeFileSync(file, `{\n\tadmin off\n}\n\n${deployed}`)
  return {
    name: 'Caddy',
    program,
    args: ['run', '--adapter', 'caddyfile', '--config', file],
    environment: {
      SITE_ADDRESS: `http://127.0.0.1:${String(port)}`,
      FOOTFALL_NODES: nodePorts.map((one) => `127.0.0.1:${String(one)}`).join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  }
}

async function untilReady(port: number, checkAlive: () => void): Promise<void> {
  const giveUpAt = performance.now() + readyMillis
  for (;;) {
    checkAlive()
    const answer = await fetch(`http://127.0.0.1:${String(port)}/health/ready`).catch(() => null)
    if (answer?.ok) return
    if (performance.now() > giveUpAt) throw new Error('The proxy isn’t ready.')
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await ended
}
