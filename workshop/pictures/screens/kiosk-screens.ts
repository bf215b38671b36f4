/** Other states of the kiosk's URLs: searches, forms that are open, and what forms refuse. */
import type { CapturedScreen } from './screens.ts'

const staff = (address: string, opens?: string): CapturedScreen => ({
  address,
  as: 'staff',
  ...(opens === undefined ? {} : { opens }),
})

export const kioskVariants: readonly CapturedScreen[] = [
  staff('/kiosk?q=shop'),
  staff('/kiosk?q=nothing-like-it'),
  staff('/kiosk/users?q=nothing-like-it'),
  staff('/kiosk/users/:id?act=export', 'Send their data'),
  staff('/kiosk/teams/:id?act=ask-erasure', 'Ask for deletion'),
  staff('/kiosk/teams/:id/plan?give=boost', 'Give boost'),
  staff('/kiosk/announcements?', 'Publish'),
  staff('/kiosk/billing?state=active'),
  staff('/kiosk/support?state=all'),
  staff('/kiosk/support?q=nothing-like-it'),
  staff('/kiosk/deliveries?list=sent'),
  staff('/kiosk/deliveries?open=:delivery'),
  staff('/kiosk/deliveries?open=:delivery&act=again', 'Process again'),
  staff('/kiosk/deliveries?list=sent&open=:message&act=open', 'Show everything'),
  staff('/kiosk/deliveries?open=987654'),
  staff('/kiosk/jobs?open=:job&act=again', 'Run again'),
]
