/**
 * build-meta and latest-build, which let a page notice that the server runs a newer build
 * (app/browser/build-watch.ts). Reports the build that this process runs, even if the files on disk
 * are newer.
 */
import { readFileSync } from 'node:fs'
import type { ServerBuild } from '@remix-run/node'
import { Hono } from 'hono'
import { buildAddress, isBuild, latestBuildAddress, type Build } from '#app/browser/build-watch.ts'
import { projectFile } from '#app/lib/project.server.ts'

/** @throws when the build is incomplete */
export function readBuildMeta({ assets }: Pick<ServerBuild, 'assets'>): Build {
  const written: unknown = JSON.parse(
    readFileSync(projectFile('build/server/build-meta.json'), 'utf8'),
  )
  const build = { ...(written as object), id: assets.version }
  if (!isBuild(build)) throw new Error('build/server/build-meta.json has no build time.')
  return build
}

/** Routes of both URLs. */
export function buildAnswers(build: Build): Hono {
  const app = new Hono()
  app.get(latestBuildAddress, (c) => c.json(build, 200, { 'Cache-Control': 'no-store' }))
  app.get(buildAddress(build.id), (c) =>
    c.json(build, 200, { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  )
  return app
}
