/** The sections of the kiosk, in the order of its tabs. */
export const kioskSections = [
  { to: '/kiosk', label: 'Overview', isExact: true },
  { to: '/kiosk/users', label: 'Users' },
  { to: '/kiosk/teams', label: 'Organizations' },
  { to: '/kiosk/sites', label: 'Sites' },
  { to: '/kiosk/announcements', label: 'Announcements' },
  { to: '/kiosk/metrics', label: 'Metrics' },
  { to: '/kiosk/support', label: 'Support' },
  { to: '/kiosk/coupons', label: 'Coupons' },
  { to: '/kiosk/billing', label: 'Billing' },
  { to: '/kiosk/deliveries', label: 'Deliveries' },
  { to: '/kiosk/jobs', label: 'Jobs' },
  { to: '/kiosk/audit', label: 'Audit log' },
] as const
