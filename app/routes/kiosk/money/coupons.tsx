/** Coupons that staff gave: used or not, and a way to revoke those that weren't. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { couponWords } from '#app/domain/billing/discounts.ts'
import { revokeCoupon } from '#app/domain/billing/staff/given-coupons.server.ts'
import {
  listGivenCoupons,
  type GivenCoupon,
} from '#app/domain/billing/staff/list-coupons.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Empty } from '#app/ui/empty.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { ReasonInput } from '../acts/reason-input.tsx'
import { CouponTable } from './coupon-table.tsx'
import { refusedStaffForm, staffFormInput } from '../staff-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Coupons')

const pageSize = 50

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const query = new URL(args.request.url).searchParams
  const wanted = numericId.safeParse(query.get('before'))
  const before = wanted.success ? wanted.data : null
  const revoked = query.get('revoke')
  const named =
    revoked === null ? [] : (await listGivenCoupons(services, { code: revoked, size: 1 })).coupons
  return {
    ...(await listGivenCoupons(services, { before, size: pageSize })),
    isFirst: before === null,
    // A coupon that was used or revoked in between has nothing to confirm.
    revoke: named.find(({ state }) => state === 'open') ?? null,
  }
}

const revokeInput = z.object({ code: z.string().max(50), team: numericId, ...staffFormInput })

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, ['reason'])
  const { services } = args.context
  try {
    const { actor } = await requireKioskAct(args)
    const form = await readForm(args.request, revokeInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { code, team, reason, lastActId } = form.value
    const scope = await findTeamForStaff(services, String(team))
    if (!scope) throw new Refusal('not_found', 'Organization not found.')
    await revokeCoupon(services, scope, { code, cause: { actor, reason, lastActId } })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
  return redirect('/kiosk/coupons')
}

export default function Coupons() {
  const { coupons, next, isFirst, revoke } = useLoaderData<typeof loader>()
  return (
    <Screen
      title="Coupons"
      lead="Each works once, for one organization. Give one on the plan page of the organization."
    >
      <div className="parts">
        {revoke && (
          <Panel>
            <Revoke coupon={revoke} />
          </Panel>
        )}
        <Panel>
          {coupons.length === 0 ? (
            <Empty title={isFirst ? 'No coupons yet' : 'No older coupons'}>
              <p>Coupons that staff give to organizations appear here.</p>
            </Empty>
          ) : (
            <CouponTable coupons={coupons} isSection />
          )}
          <Pagination
            of="coupons"
            first={isFirst ? null : '/kiosk/coupons'}
            next={next === null ? null : `/kiosk/coupons?before=${String(next)}`}
          />
        </Panel>
      </div>
    </Screen>
  )
}

const Revoke = ({ coupon }: { coupon: GivenCoupon }) => (
  <>
    <h2 className="part-title">Revoke {coupon.code}</h2>
    <p className="part-lead">
      {coupon.team.name} can no longer use it: {couponWords(coupon.terms)}.
    </p>
    <ActionForm
      key={coupon.code}
      hidden={{
        code: coupon.code,
        team: String(coupon.team.id),
        lastActId: String(coupon.lastActId),
      }}
      action="Revoke coupon"
      tone="critical"
    >
      {(answer) => (
        <ReasonInput helpText="For the audit log. The owner doesn’t see it." answer={answer} />
      )}
    </ActionForm>
    <Link className="text-link" to="/kiosk/coupons">
      Keep it
    </Link>
  </>
)
