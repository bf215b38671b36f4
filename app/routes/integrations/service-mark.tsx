import { CodeIcon, FormsIcon } from '@shopify/polaris-icons'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { markOf } from '#app/presenters/integrations/service-marks.ts'
import { ServiceMark as DrawnMark } from '#app/ui/marks/service-mark.tsx'

type ServiceMarkProps = { name: ConnectableName; isLarge?: boolean }

/** Letters, or an icon for data that needs no service. */
export function ServiceMark({ name, isLarge = false }: ServiceMarkProps) {
  const Icon = name === 'form_submissions' ? FormsIcon : CodeIcon
  return <DrawnMark mark={markOf(name) ?? <Icon focusable="false" />} isLarge={isLarge} />
}
