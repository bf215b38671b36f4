/** Links into the theme editor. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { blockHandle, embedHandle } from '#app/contract/theme-blocks.ts'

/** Templates that a block can be added to. */
export type BlockTemplate = 'product' | 'index' | 'collection' | 'cart' | 'page'

type Target = {
  /** The shop's admin, without a trailing slash. */
  admin: string
  clientId: string
}

/** Opens the theme editor with the app embed turned on, ready to save. */
export const embedLink = (target: Target): string =>
  editorLink(target, {
    context: 'apps',
    template: 'product',
    activateAppId: `${target.clientId}/${embedHandle}`,
  })

/** Opens the theme editor with a type's block added to a template, ready to be moved and saved. */
export const blockLink = (
  target: Target,
  { type, template = 'product' }: { type: NudgeType; template?: BlockTemplate },
): string =>
  editorLink(target, {
    template,
    addAppBlockId: `${target.clientId}/${blockHandle(type)}`,
    target: 'newAppsSection',
  })

/** The editor expects the slash between client and block as it is. */
const editorLink = ({ admin }: Target, query: Record<string, string>) =>
  `${admin}/themes/current/editor?${new URLSearchParams(query).toString().replaceAll('%2F', '/')}`
