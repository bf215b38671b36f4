/** Images: re-encoded uploads, and the proxy under /api (docs/threats.md T34). */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photos, users } from '#app/db/schema/index.ts'
import { imageUrl, type ImageSource } from '#app/domain/images/image-url.ts'
import { sourceOfPath, sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import type { TestUser } from '../../support/makers.ts'
import { serveOutside } from '../../support/outside-server.ts'
import { serve, type Served } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'

const drawPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d6b45' } })

function upload({ fetch }: Served, { cookie }: TestUser, bytes: Buffer, path = '/account/photo') {
  const body = new FormData()
  body.set('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'me.jpg')
  return fetch(path, { method: 'POST', headers: { Cookie: cookie }, body })
}

const photoOf = async ({ services }: World, { id }: TestUser) => {
  const [row] = await services.db.system
    .select({ photoId: users.photoId })
    .from(users)
    .where(eq(users.id, id))
  return row?.photoId ?? null
}

const addressOf = (source: ImageSource | null, width: 32 | 256 = 32, density: 1 | 2 = 1) =>
  imageUrl(source ?? ('/no' as ImageSource), width, density)

const readImage = async (response: Response) =>
  sharp(Buffer.from(await response.arrayBuffer())).metadata()

test('a picture is stored as a square of our own drawing, without what was hidden in it', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()
  const given = await drawPicture(900, 600)
    .withExif({ IFD0: { Copyright: 'a hidden word' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()

  expect((await upload(served, ann, given)).status).toBe(200)

  const [stored] = await world.services.db.system.select().from(photos)
  const { format, width, height, exif } = await sharp(stored?.webp).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512 })
  expect(stored).toMatchObject({ id: await photoOf(world, ann), userId: ann.id, teamId: null })
})

test('a picture is shown in the sizes and densities that screens ask for, for ever', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()
  await upload(served, ann, await drawPicture(600, 600).png().toBuffer())
  const source = sourceOfPhoto(await photoOf(world, ann))

  const small = await served.fetch(addressOf(source, 32, 1))
  const sharpest = await served.fetch(addressOf(source, 256, 2))

  expect(small.headers.get('Content-Type')).toBe('image/webp')
  expect(small.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(small.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(await readImage(small)).toMatchObject({ width: 32, height: 32 })
  expect(await readImage(sharpest)).toMatchObject({ width: 512, height: 512 })
})

test('a new image has a new address, and the old one no longer works', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const [ann, bob] = [await world.user(), await world.user()]
  const bytes = await drawPicture(20, 20).png().toBuffer()
  await upload(served, bob, bytes)
  await upload(served, ann, bytes)
  const before = sourceOfPhoto(await photoOf(world, ann))

  await upload(served, ann, bytes)

  const after = sourceOfPhoto(await photoOf(world, ann))
  expect((await served.fetch(addressOf(before))).status).toBe(400)
  expect((await served.fetch(addressOf(after))).status).toBe(200)
  expect((await served.fetch(addressOf(sourceOfPhoto(await photoOf(world, bob))))).status).toBe(200)
})

test('a removed image no longer appears', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()
  await upload(served, ann, await drawPicture(20, 20).png().toBuffer())

  await served.fetch('/account/photo', {
    method: 'POST',
    headers: { Cookie: ann.cookie },
    body: new URLSearchParams({ intent: 'remove' }),
  })

  expect(await photoOf(world, ann)).toBeNull()
  expect(await world.services.db.system.select().from(photos)).toEqual([])
})

test.each(['/account/photo', '/site-settings/logo', '/settings/teams/:id/logo'])(
  '%s takes a picture that is larger than any other form may be',
  async (path) => {
    const world = await createWorld()
    const served = await world.serve()
    const { owner, team } = await world.site()
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = await sharp({
      create: { width: 500, height: 500, channels: 3, background: '#fff', noise },
    })
      .png()
      .toBuffer()

    const address = path.replace(':id', String(team.scope.teamId))
    const answer = await upload(served, owner, picture, address)

    expect(picture.length).toBeGreaterThan(256 * 1024)
    expect(answer.status).toBe(200)
    expect(await world.services.db.system.select().from(photos)).toHaveLength(1)
  },
)

test.each(['me.JPG', 'me', 'me.jfif', 'me.pjpeg', 'shell.php'])(
  'a picture with the name %s counts by its content and is drawn again',
  async (name) => {
    const world = await createWorld()
    const served = await world.serve()
    const { cookie } = await world.user()
    const picture = await drawPicture(20, 20).png().toBuffer()
    const body = new FormData()
    body.set('photo', new Blob([new Uint8Array(picture)]), name)

    const headers = { Cookie: cookie }
    const answer = await served.fetch('/account/photo', { method: 'POST', headers, body })

    const [stored] = await world.services.db.system.select().from(photos)
    expect(answer.status).toBe(200)
    expect((await sharp(stored?.webp).metadata()).format).toBe('webp')
  },
)

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

test.each([
  ['an SVG that is called a JPEG', svg, 422],
  ['nothing', Buffer.alloc(0), 422],
  ['a byte more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 422],
  ['6 MB', Buffer.alloc(6 * 1024 * 1024), 413],
])('%s is refused, and the old picture stays', async (_what, bytes, status) => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()
  await upload(served, ann, await drawPicture(20, 20).png().toBuffer())
  const before = await photoOf(world, ann)

  const answer = await upload(served, ann, bytes)

  expect(answer.status).toBe(status)
  expect(await answer.text()).toMatch(/Choose a JPEG, PNG, WebP or GIF image\.|larger than 5 MB\./)
  expect(await photoOf(world, ann)).toBe(before)
})

test('no other form takes more than it did', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const ann = await world.user()

  const answer = await fetch('/account/general', {
    method: 'POST',
    headers: { Cookie: ann.cookie },
    body: new URLSearchParams({ intent: 'name', name: 'x'.repeat(300_000) }),
  })

  expect(answer.status).toBe(413)
})

/** An image on another host, which the guarded fetch reaches on the loopback address. */
async function servePicture(world: World, bytes: Buffer) {
  const asked: string[] = []
  const { url, reaching } = await serveOutside((request, response) => {
    asked.push(request.url ?? '')
    response.end(bytes)
  })
  const fetchImage = createGuardedFetch(reaching)
  const served = await serve({
    ...world.services,
    net: { ...world.services.net, images: fetchImage },
  })
  return { served, asked, address: `${url}/cup.png` }
}

test('a stored path that starts with http is kept, and shown through the proxy (spec §9)', async () => {
  const world = await createWorld()
  const bytes = await drawPicture(800, 400).png().toBuffer()
  const { served, asked, address } = await servePicture(world, bytes)

  const source = sourceOfPath(world.services.security.secrets, address)
  const shown = await served.fetch(addressOf(source, 32, 2))

  expect(asked).toEqual(['/cup.png'])
  expect(shown.headers.get('Cache-Control')).toBe('private, max-age=3600')
  expect(await readImage(shown)).toMatchObject({ format: 'webp', width: 64, height: 32 })
})

test.each(['httpx://shop.example/a.png', 'http', 'http://', 'https:', 'http://user@shop.example/'])(
  '%s starts with http and is no address',
  async (path) => {
    const { services } = await createWorld()

    expect(sourceOfPath(services.security.secrets, path)).toBeNull()
  },
)

test('an address that we did not make is not asked', async () => {
  const world = await createWorld()
  const { served, asked, address } = await servePicture(world, Buffer.alloc(0))
  const source = sourceOfPath(world.services.security.secrets, address) ?? ''
  const other = source.replace('cup.png', 'other.png')
  const unsigned = `/api/image?url=${encodeURIComponent(address)}`

  const answers = await Promise.all(
    [other, unsigned, `${unsigned}&key=`, `${unsigned}&key=${'0'.repeat(64)}`].map((path) =>
      served.fetch(`${path}&width=32&density=1`),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(asked).toEqual([])
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.5/',
  'http://localhost/',
])('even signed, %s is not asked, and the answer says nothing of it', async (address) => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const answer = await fetch(addressOf(sourceOfPath(world.services.security.secrets, address)))

  expect(answer.status).toBe(400)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ detail: 'This image can’t be shown.' })
})

test('a file that isn’t an image isn’t passed on', async () => {
  const world = await createWorld()
  const { served, address } = await servePicture(world, svg)

  const answer = await served.fetch(
    addressOf(sourceOfPath(world.services.security.secrets, address)),
  )

  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('svg')
})

test.each(['width=33&density=1', 'width=32&density=3', 'width=32', 'density=1', ''])(
  'a size that no screen has (%s) is not drawn',
  async (size) => {
    const world = await createWorld()
    const served = await world.serve()
    const ann = await world.user()
    await upload(served, ann, await drawPicture(20, 20).png().toBuffer())
    const source = sourceOfPhoto(await photoOf(world, ann)) ?? ''

    expect((await served.fetch(`${source}&${size}`)).status).toBe(400)
  },
)
