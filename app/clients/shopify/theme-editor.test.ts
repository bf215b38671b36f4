import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inlineNudgeTypes } from '#app/domain/nudges/types/registry.ts'
import { blockHandle, blockSelector, embedHandle } from '#app/contract/theme-blocks.ts'
import { blockLink, embedLink } from './theme-editor.ts'

const target = { admin: 'https://linen.myshopify.com/admin', clientId: 'c1ient' }
const blocks = 'extensions/nudges-theme/blocks'

test('the embed is turned on in the editor', () => {
  expect(embedLink(target, embedHandle)).toBe(
    'https://linen.myshopify.com/admin/themes/current/editor?context=apps&template=product&activateAppId=c1ient/embed',
  )
  expect(existsSync(`${blocks}/${embedHandle}.liquid`)).toBe(true)
})

test('a block is added in the editor', () => {
  expect(blockLink(target, { handle: blockHandle('stock_level') })).toBe(
    'https://linen.myshopify.com/admin/themes/current/editor?template=product&addAppBlockId=c1ient/stock-level&target=newAppsSection',
  )
  expect(blockLink(target, { handle: blockHandle('free_delivery'), template: 'cart' })).toContain(
    'template=cart&',
  )
})

test('every inline type has a block, and there is no other', () => {
  const names = readdirSync(blocks).map((name) => name.replace('.liquid', ''))

  expect(names.sort()).toEqual([embedHandle, ...inlineNudgeTypes.map(blockHandle)].sort())
})

test('the selector of a block is the type’s', () => {
  expect(blockSelector('stock_level')).toBe('[data-footfall-place="stock_level"]')
})
