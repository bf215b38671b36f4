/** Fills the list of sites in other steps. */
const perform = async (z) => {
  const { data } = (await z.request('/api/v1/sites')).data
  return data.map(({ uuid, name, url }) => ({ id: uuid, name, url }))
}

export const siteList = {
  key: 'site_list',
  noun: 'Site',
  display: {
    label: 'Site List',
    description: 'Lists the sites for the fields of other steps.',
    hidden: true,
  },
  operation: {
    perform,
    sample: {
      id: '6f1c2a4e-8d1b-4c3f-9a75-2f0f4d5b8c11',
      name: 'Shop',
      url: 'https://shop.example',
    },
  },
}
