/** Coupons that staff gave. */
import { Link } from '@remix-run/react'
import { couponWords } from '#app/domain/billing/discounts.ts'
import type { GivenCoupon } from '#app/domain/billing/staff/list-coupons.server.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type CouponTableProps = {
  coupons: readonly GivenCoupon[]
  /** Lists coupons of all organizations, with links to revoke them. */
  isSection?: boolean
}

const states = {
  open: { label: 'Not used', tone: 'info' },
  used: { label: 'Used', tone: 'success' },
  revoked: { label: 'Revoked', tone: 'warning' },
} as const satisfies Record<GivenCoupon['state'], object>

export const CouponTable = ({ coupons, isSection = false }: CouponTableProps) => (
  <Table
    caption="Coupons"
    columns={[
      { label: 'Code' },
      ...(isSection ? [{ label: 'Organization' }] : []),
      { label: 'Discount' },
      { label: 'Status' },
      { label: 'Given' },
      ...(isSection ? [{ label: 'Revoke', isSilent: true }] : []),
    ]}
  >
    {coupons.map((coupon) => {
      const { label, tone } = states[coupon.state]
      return (
        <Row key={coupon.id}>
          <RowHead>{coupon.code}</RowHead>
          {isSection && (
            <Cell label="Organization">
              <Link
                className="text-link"
                to={`/kiosk/teams/${String(coupon.team.id)}/plan?give=coupon`}
              >
                {coupon.team.name}
              </Link>
            </Cell>
          )}
          <Cell label="Discount">{couponWords(coupon.terms)}</Cell>
          <Cell label="Status">
            <Badge tone={tone}>{label}</Badge>
            {coupon.endedAt && ` ${formatDate(coupon.endedAt)}`}
          </Cell>
          <Cell label="Given">
            {formatDate(coupon.at)}
            {coupon.staff !== null && ` by ${coupon.staff}`}
          </Cell>
          {isSection && (
            <Cell label="Revoke">
              {coupon.state === 'open' ? (
                <Link
                  className="text-link table__whole"
                  to={`/kiosk/coupons?revoke=${coupon.code}`}
                  aria-label={`Revoke ${coupon.code}`}
                >
                  Revoke
                </Link>
              ) : (
                '–'
              )}
            </Cell>
          )}
        </Row>
      )
    })}
  </Table>
)
