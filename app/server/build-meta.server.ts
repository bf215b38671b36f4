/**
 * build-meta and latest-build: by these a page notices that it is older than what is served now
 * (app/browser/build-watch.ts). Told is the build that this process runs, whatever lies on the disk since.
 */
import { readFileSync } from 'node:fs'
import type { ServerBuild } from '@remix-run/node'
import { Hono } from 'hono'
import { buildAddress, isBuild, latestBuildAddress, type Build } from '#app/browser/build-watch.ts'
import { projectFile } from '#app/lib/project.server.ts'

/** @throws when the build is not whole */
export function readBuildMeta({ assets }: Pick<ServerBuild, 'assets'>): Build {
  const written: unknown = JSON.parse(
    readFileSync(projectFile('build/server/build-meta.json'), 'utf8'),
  )
  const build = { ...(written as object), id: assets.version }
  if (!isBuild(build)) throw new Error('build/server/build-meta.json tells no moment.')
  return build
}

/** Answers both addresses. */
export function buildAnswers(build: Build): Hono {
  const app = new Hono()
  app.get(latestBuildAddress, (c) => c.json(build, 200, { 'Cache-Control': 'no-store' }))
  app.get(buildAddress(build.id), (c) =>
    c.json(build, 200, { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  )
  return app
}
