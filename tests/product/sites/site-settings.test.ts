/** Site options: each has a control, is stored, and reaches the pages. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { siteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { sites, users } from '#app/db/schema/index.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { examplePicture } from '#app/domain/wording/example-shop.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { action as saveRule } from '#app/routes/data-feeds/activities.tsx'
import { action as saveLook } from '#app/routes/site-settings/look.tsx'
import { loader as preview } from '#app/routes/site-settings/preview.ts'
import { action as savePrivacy } from '#app/routes/site-settings/privacy.tsx'
import { action as saveTiming } from '#app/routes/site-settings/timing.tsx'
import { action as saveTitles } from '#app/routes/site-settings/titles.tsx'
import { action as saveHoldout, loader as effect } from '#app/routes/statistics/effect.tsx'
import type { TestSite } from '../../support/makers.ts'
import { serveEdge } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const actions = {
  look: saveLook,
  timing: saveTiming,
  privacy: savePrivacy,
  titles: saveTitles,
}
type Section = keyof typeof actions

const colours = Array.from({ length: 14 }, (_, index) => `#0000${(16 + index).toString(16)}`)

/** Every option with a value other than its default, as a form sends it. */
const typed: Record<Section, Record<string, string>> = {
  look: {
    theme: 'dark',
    color: '#AA0000',
    ...Object.fromEntries(colours.map((one, index) => [`colorLibrary.${String(index)}`, one])),
    position: 'top-center',
    mobilePosition: 'top-left',
    'offset.vertical': '7',
    'offset.horizontal': '9',
    direction: 'rtl',
    animation: 'none',
    imagePosition: 'end',
    'design.surface': 'tinted',
    'design.corners': 'square',
    'design.picture': 'circle',
    'design.pictureSize': 'large',
    'design.brand': 'none',
    'design.typeface': 'page',
    'design.textSize': 'small',
    'design.shadow': 'deep',
    showNudgeTitle: 'on',
    branding: 'on',
    inlineBranding: 'on',
    'affiliateBranding.enabled': 'on',
    'affiliateBranding.token': 'ann',
  },
  timing: {
    timingMode: 'custom',
    'timings.initial': '2',
    'timings.show': '7.5',
    'timings.wait': '0,25',
    maxNudges: '4',
    loop: 'on',
    nudgeRandomization: 'on',
    closeNudgeBehaviour: 'page',
    checkoutPaths: '/till\r\n https://shop.example/zur-kasse?step=2 \r\n/#/pay',
  },
  privacy: {
    'conversion.avatar': 'on',
    'conversion.lastname': 'on',
    showVisitorsWithLocationOnly: 'on',
  },
  titles: {
    language: 'de',
    usePageLanguage: 'on',
    'categoryTitles.popular': 'Gern gesehen',
    'categoryTitles.selling_fast': '',
    'categoryTitles.order_soon': '',
    'categoryTitles.good_to_know': 'Wissenswert',
  },
}

type Elsewhere = {
  option: keyof SiteOptions
  path: string
  /** Name of the field. */
  control: string
  save: typeof saveHoldout | typeof saveRule
  form: Record<string, string>
}

/** Options whose control is next to what it changes, outside of the site's settings. */
const elsewhere: Elsewhere[] = [
  {
    option: 'holdout',
    path: '/statistics/effect',
    control: 'holdout',
    save: saveHoldout,
    form: { holdout: '20' },
  },
  ...(
    [
      ['preApprovePurchases', '/data-feeds'],
      ['preApproveSignups', '/data-feeds/signups'],
      ['preApproveReviews', '/data-feeds/reviews'],
    ] as const
  ).map(([option, path]) => ({
    option,
    path,
    control: 'isOn',
    save: saveRule,
    form: { intent: 'rule', isOn: 'on' },
  })),
]

const kept: SiteOptions = {
  theme: 'dark',
  color: '#aa0000',
  colorLibrary: colours,
  position: 'top-center',
  mobilePosition: 'top-left',
  offset: { vertical: 7, horizontal: 9 },
  direction: 'rtl',
  animation: 'none',
  imagePosition: 'end',
  design: {
    surface: 'tinted',
    corners: 'square',
    picture: 'circle',
    pictureSize: 'large',
    brand: 'none',
    typeface: 'page',
    textSize: 'small',
    shadow: 'deep',
  },
  showNudgeTitle: true,
  showClose: false,
  inlineBorder: false,
  branding: true,
  inlineBranding: true,
  affiliateBranding: { enabled: true, token: 'ann' },
  timingMode: 'custom',
  acceleratedMode: false,
  timings: { initial: 2_000, show: 7_500, wait: 250 },
  limitNudges: false,
  maxNudges: 4,
  loop: true,
  nudgeRandomization: true,
  closeNudgeBehaviour: 'page',
  ignoreQueryParameters: false,
  checkoutPaths: ['/till', '/zur-kasse?step=2', '/#/pay'],
  holdout: 20,
  conversion: { avatar: true, firstname: false, lastname: true, location: false },
  showVisitorsWithLocationOnly: true,
  useGeoLocation: false,
  preApprovePurchases: true,
  preApproveSignups: true,
  preApproveReviews: true,
  language: 'de',
  usePageLanguage: true,
  categoryTitles: {
    popular: 'Gern gesehen',
    selling_fast: '',
    order_soon: '',
    good_to_know: 'Wissenswert',
  },
}

const save = (
  world: World,
  as: { cookie: string },
  section: Section,
  changed: Record<string, string> = {},
) =>
  actions[section](
    world.visit(`/site-settings/${section}`, {
      as,
      form: { intent: section, ...typed[section], ...changed },
    }),
  )

async function optionsOf({ services }: World, { scope }: TestSite): Promise<SiteOptions> {
  const [row] = await services.db.system
    .select({ options: sites.options })
    .from(sites)
    .where(eq(sites.id, scope.siteId))
  return fullOptions(row?.options ?? {})
}

test('every option of the contract has a control on a screen, and what it says is stored', async () => {
  const world = await createWorld()
  const site = await world.site()
  await setPlan(world.services, site.scope, { planId: 'genius' })
  const { fetch } = await world.serve()
  const controlsOn = async (path: string) => {
    const screen = await fetch(path, { headers: { Cookie: site.owner.cookie } })
    const controls = /<(?:input|select|textarea)[^>]* name="([^"]+)"/g
    return [...(await screen.text()).matchAll(controls)].map(([, name = '']) => name)
  }
  const drawn = new Set<string>()

  for (const section of Object.keys(actions) as Section[]) {
    expect(await save(world, site.owner, section)).toMatchObject({
      data: { saved: expect.stringContaining('saved') as string },
    })
    // Afterwards, because only times that are none of the named choices are typed.
    for (const name of await controlsOn(`/site-settings/${section}`)) {
      drawn.add(name.replace(/\..*$/, ''))
    }
  }
  for (const { option, path, control, save: saveOne, form } of elsewhere) {
    if ((await controlsOn(path)).includes(control)) drawn.add(option)
    expect(await saveOne(world.visit(path, { as: site.owner, form }))).toMatchObject({
      data: { saved: expect.any(String) as string },
    })
  }

  const options = Object.keys(siteOptions.shape)
  // Stored with the timing mode, which says the same.
  expect(options.filter((option) => !drawn.has(option))).toEqual(['acceleratedMode'])
  expect(await optionsOf(world, site)).toEqual(kept)
})

test('“Calm” stores its three times as custom ones', async () => {
  const world = await createWorld()
  const site = await world.site()

  await save(world, site.owner, 'timing', { timingMode: 'calm' })

  expect(await optionsOf(world, site)).toMatchObject({
    timingMode: 'custom',
    timings: { initial: 4_000, show: 7_000, wait: 4_000 },
  })
})

test('a look may be left to the page', async () => {
  const world = await createWorld()
  const site = await world.site()

  const edge = await serveEdge(world.services)
  const sentLook = async (look: { theme: string; direction: string }) => {
    await save(world, site.owner, 'look', look)
    const { theme, direction } = (await edge.page(site).payload()).options
    return { theme, direction }
  }

  expect(await sentLook({ theme: 'dark', direction: 'rtl' })).toEqual({
    theme: 'dark',
    direction: 'rtl',
  })
  expect(await sentLook({ theme: 'auto', direction: 'auto' })).toEqual({})
})

test('pages get a change immediately, and another site gets nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  await world.services.db.system
    .update(sites)
    .set({ options: { holdout: 0 } })
    .where(eq(sites.id, other.scope.siteId))
  const edge = await serveEdge(world.services)
  const before = await edge.page(other).payload()
  await edge.page(site).payload()
  await switchTo(world, site)

  await save(world, site.owner, 'look')

  expect((await edge.page(site).payload()).options).toMatchObject({
    theme: 'dark',
    position: 'top-center',
    offset: { vertical: 7, horizontal: 9 },
  })
  expect(await edge.page(other).payload()).toEqual(before)
})

test('each error shows at its field, and nothing is stored', async () => {
  const world = await createWorld()
  const site = await world.site()
  const wrong = async (section: Section, changed: Record<string, string>) => {
    const answer = await save(world, site.owner, section, changed)
    return 'errors' in answer.data ? [answer.init?.status, answer.data.errors] : answer.data
  }
  const before = await optionsOf(world, site)

  expect(await wrong('look', { color: 'red', 'colorLibrary.3': 'blue' })).toEqual([
    422,
    {
      color: ['Enter a color code, for example #0a7d4f.'],
      'colorLibrary.3': ['Enter a color code, for example #0a7d4f.'],
    },
  ])
  expect(await wrong('look', { 'offset.vertical': '401', 'affiliateBranding.token': ' ' })).toEqual(
    [
      422,
      {
        'offset.vertical': ['Enter a whole number from 0 to 400.'],
        'affiliateBranding.token': ['Enter your affiliate token.'],
      },
    ],
  )
  expect(await wrong('timing', { 'timings.show': '0', checkoutPaths: '/' })).toEqual([
    422,
    {
      'timings.show': ['Enter a number of seconds between 1 and 600, for example 2.5.'],
      checkoutPaths: ['Enter paths like /till, /index.php?page=pay or /#/pay, without spaces.'],
    },
  ])
  expect(await wrong('titles', { 'categoryTitles.popular': '500 happy customers' })).toMatchObject([
    422,
    { 'categoryTitles.popular': [expect.any(String)] },
  ])
  expect(await optionsOf(world, site)).toEqual(before)
})

test('the holdout group is set where it measures, by people who may change the site', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 10 } })
  const analyst = await world.member(site.team, { role: 'analyst' })
  const see = async (as: { cookie: string }) =>
    (await effect(world.visit('/statistics/effect', { as }))).holdout
  const set = (as: { cookie: string }, holdout: string) =>
    saveHoldout(world.visit('/statistics/effect', { as, form: { holdout } }))

  expect(await see(site.owner)).toEqual({
    holdout: 10,
    since: null,
    firstDay: null,
    mayEdit: true,
  })
  expect(await set(site.owner, '51')).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { holdout: ['Enter a whole number from 0 to 50.'] },
      values: { holdout: '51' },
    },
  })
  await expect(set(analyst, '20')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await see(analyst)).toMatchObject({ holdout: 10, since: null, mayEdit: false })

  expect(await set(site.owner, '20')).toMatchObject({ data: { saved: 'Holdout group saved' } })
  expect(await see(site.owner)).toMatchObject({ holdout: 20, since: world.services.now() })
  expect(await set(site.owner, '0')).toMatchObject({ data: { saved: 'Holdout group turned off' } })
  expect((await optionsOf(world, site)).holdout).toBe(0)
})

test('an analyst sees the settings and changes none, another organization reaches only its own', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const before = await optionsOf(world, site)

  await expect(save(world, analyst, 'look')).rejects.toMatchObject({ code: 'forbidden' })
  await save(world, other.owner, 'look')

  expect(await optionsOf(world, site)).toEqual(before)
  expect(await optionsOf(world, other)).toMatchObject({ theme: 'dark' })
})

test('a preview shows the typed values, has an example, and stores nothing', async () => {
  const world = await createWorld()
  const site = await world.site()
  const before = await optionsOf(world, site)
  const ask = async (section: Section, changed: Record<string, string>) => {
    const query = new URLSearchParams({ intent: section, ...typed[section], ...changed })
    const answer = await preview(
      world.visit(`/site-settings/preview?${query.toString()}`, { as: site.owner }),
    )
    return 'data' in answer ? answer.data : answer
  }

  expect(await ask('look', { color: '#ffff00', theme: 'light' })).toMatchObject({
    look: {
      isExample: true,
      payload: {
        options: { theme: 'light', position: 'top-center' },
        nudges: [
          {
            items: [
              {
                title: 'Mia in Ghent',
                text: 'bought Glazed mug',
                image: examplePicture(world.services.config.appUrl),
              },
            ],
          },
        ],
      },
      colors: [
        { card: 'light', wanted: '#ffff00', contrast: 1, isKept: false },
        { card: 'dark', used: '#ffff00', isKept: true },
      ],
    },
  })
  expect(await ask('privacy', {})).toMatchObject({
    examples: [
      { sentence: 'Someone bought Glazed mug', initial: null },
      { sentence: null },
      { sentence: null },
    ],
  })
  expect(await ask('privacy', { 'conversion.firstname': 'on' })).toMatchObject({
    examples: [{ sentence: 'Mia Keller bought Glazed mug', initial: 'M' }, {}, {}],
  })
  expect(await ask('look', { color: 'red' })).toEqual({ look: null, examples: [] })
  expect(await optionsOf(world, site)).toEqual(before)
})

test('the link to us goes with the plan that may remove it, and comes back with the one that may not', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { branding: false } })
  const edge = await serveEdge(world.services)
  const link = async () => {
    const { options, phrases } = await edge.page(site).payload()
    return [options.brandUrl, options.brandsInline, phrases.brand]
  }
  const shown = ['http://footfall.test/', true, 'Powered by Footfall']

  expect(await link()).toEqual(shown)
  await setPlan(world.services, site.scope, { planId: 'genius' })
  expect(await link()).toEqual([undefined, undefined, undefined])
  await setPlan(world.services, site.scope, { planId: 'plus' })
  expect(await link()).toEqual(shown)

  // The link's controls are disabled and send nothing, so the earlier choice stays.
  const { branding: _branding, inlineBranding: _inline, ...unlinked } = typed.look
  await actions.look(
    world.visit('/site-settings/look', { as: site.owner, form: { intent: 'look', ...unlinked } }),
  )
  expect(await optionsOf(world, site)).toMatchObject({ branding: false, theme: 'dark' })
})

/** Another site, which was created later, is the current one. */
const switchTo = async ({ services }: World, { scope, owner }: TestSite) => {
  await services.db.system
    .update(users)
    .set({ currentSiteId: scope.siteId })
    .where(eq(users.id, owner.id))
}

test('the accelerated mode is stored with the timing mode, and turned off with it', async () => {
  const world = await createWorld()
  const site = await world.site()

  await save(world, site.owner, 'timing', { timingMode: 'accelerated' })
  const accelerated = await optionsOf(world, site)
  await save(world, site.owner, 'timing', { timingMode: 'custom' })

  expect(accelerated).toMatchObject({ timingMode: 'accelerated', acceleratedMode: true })
  expect(await optionsOf(world, site)).toMatchObject({
    timingMode: 'custom',
    acceleratedMode: false,
  })
})
