/** Exports of shop systems, from the upload to the list of data: the preview promises what happens. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, products } from '#app/db/schema/index.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { presetLabels } from '#app/domain/imports/preset-labels.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { readActivityFeed } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import { textOfSample } from '../../support/import-files/sample-file.ts'
import { orderFiles } from '../../support/import-files/samples.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'
import { createWorld } from '../../support/world.ts'

type Place = Pick<NudgeShop, 'services' | 'site'>

const begin = ({ services, site }: Place, kind: 'purchase' | 'product', text: string) =>
  beginImport(services, site.scope, {
    kind,
    fileName: 'export.csv',
    userId: site.owner.id,
    bytes: Buffer.from(text),
  })

test('every row of each sample file is listed as its preview said', async () => {
  const shop = await openNudgeShop()
  const { services, site } = shop
  shop.world.clock.advance(Math.max(0, Date.UTC(2026, 1, 1) - services.now().getTime()))
  await shop.publish({ type: 'purchase' })
  await addExclusion(services, site.scope, { field: 'product', value: 'Moon Bear Card' })
  const seen = new Set<string>()

  for (const { file, title } of orderFiles) {
    await services.db.system.delete(activities).where(eq(activities.siteId, site.scope.siteId))
    const uuid = await begin(shop, 'purchase', textOfSample(file))
    const preview = await readImport(services, site.scope, uuid)
    const { taken } = await commitImport(services, site.scope, uuid)
    const feed = await readActivityFeed(services, site.scope, {
      kind: 'purchase',
      filter: {},
      cursor: null,
    })

    // A sample has five rows at most, as many as a preview.
    expect([title, taken]).toEqual([title, preview.counts.fresh])
    const promised = preview.samples.map(({ occurredAt, state }) => [occurredAt, state])
    const listed = feed.rows.map(({ occurredAt, state }) => [occurredAt, state])
    expect(listed.toSorted()).toEqual(promised.toSorted())
    const never = feed.rows.filter(({ state }) => state === 'withheld' || state === 'hidden')
    expect(never).toHaveLength(preview.counts.excluded)
    for (const { state } of feed.rows) seen.add(state)
  }

  expect([...seen].toSorted()).toEqual(['live', 'old', 'withheld'].filter((one) => seen.has(one)))
  expect(seen.has('withheld')).toBe(true)
})

const shopifyHead =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Status'

const shopifyRows = [
  {
    Handle: 'mug',
    Title: 'Mug',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '3',
    'Variant Inventory Policy': 'deny',
    'Variant Price': '12.00',
    'Image Src': 'https://shop.example/mug.png',
  },
  {
    Handle: 'mug',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '-2',
    'Variant Inventory Policy': 'deny',
    'Variant Price': '9.00',
  },
  { Handle: 'mug', 'Image Src': 'https://shop.example/mug-2.png' },
  {
    Handle: 'print',
    Title: 'Print',
    'Variant Inventory Qty': '0',
    'Variant Inventory Policy': 'deny',
    'Variant Price': '5.00',
  },
  {
    Handle: 'cup',
    Title: 'Cup',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '1',
    'Variant Inventory Policy': 'continue',
    'Variant Price': '5.00',
  },
]

const woocommerceHeads = [
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,Parent,Position',
  'ID,Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Steuerklasse,Vorrätig?,Lager,Geringe Lagermenge,Lieferrückstande erlaubt?,Nur einzeln verkaufen?,Kundenbewertungen erlauben?,Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,Versandklasse,Bilder,Übergeordnetes Produkt,Position',
  'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"État de la TVA","Classe de TVA","En stock ?",Stock,"Montant de stock faible","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,Position',
  'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo",Descripción,"Estado del impuesto","Clase de impuesto",¿Existencias?,Inventario,"Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,Posición',
  'ID,Tipo,SKU,"GTIN, UPC, EAN, o ISBN",Nome,Pubblicato,"In primo piano?","Visibilità nel catalogo",Descrizione,"Stato delle imposte","In stock?",Magazzino,"Prezzo in offerta","Prezzo di listino",Categorie,Tag,Immagine,Genitore,Posizione',
  'ID,Type,Artikelnummer,Naam,Gepubliceerd,Uitgelicht?,"Zichtbaarheid in catalogus",Beschrijving,"Btw status",Belastingklasse,"Op voorraad?",Voorraad,Actieprijs,"Reguliere prijs",Categorieën,Tags,Afbeeldingen,Hoofd,Positie',
]

/** ID, type, title, in stock, stock and price in each language. */
const woocommerceNames = [
  ['ID', 'Type', 'Name', 'In stock?', 'Stock', 'Regular price'],
  ['ID', 'Typ', 'Name', 'Vorrätig?', 'Lager', 'Regulärer Preis'],
  ['ID', 'Type', 'Nom', 'En stock ?', 'Stock', 'Tarif régulier'],
  ['ID', 'Tipo', 'Nombre', '¿Existencias?', 'Inventario', 'Precio normal'],
  ['ID', 'Tipo', 'Nome', 'In stock?', 'Magazzino', 'Prezzo di listino'],
  ['ID', 'Type', 'Naam', 'Op voorraad?', 'Voorraad', 'Reguliere prijs'],
]

const rowOf = (names: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))

test('products of Shopify and WooCommerce are recognized, with variants and negative stock', async () => {
  const world = await createWorld()
  const site = await world.site()
  const place = { services: world.services, site }
  const bring = async (head: string, rows: readonly Record<string, string>[]) => {
    const uuid = await begin(place, 'product', textOfSample({ head, rows }))
    const preview = await readImport(world.services, site.scope, uuid)
    await commitImport(world.services, site.scope, uuid)
    return preview
  }

  const shopify = await bring(shopifyHead, shopifyRows)
  const shops = []
  for (const [place, head] of woocommerceHeads.entries()) {
    const names = woocommerceNames[place] ?? []
    const id = String(100 + place)
    shops.push(
      await bring(head, [
        rowOf(names, [id, 'simple', `Kettle ${id}`, '1', '-2', '12.00']),
        rowOf(names, [`${id}9`, 'variation', 'Kettle, blue', '1', '1', '12.00']),
      ]),
    )
  }
  const stored = await world.services.db.system
    .select()
    .from(products)
    .where(eq(products.siteId, site.scope.siteId))
  const byId = new Map(stored.map((one) => [one.externalId, one]))

  expect(presetLabels.product).toHaveProperty(shopify.head.preset ?? '')
  expect(shopify.counts).toMatchObject({ fresh: 3, faulty: 0 })
  expect(byId.get('mug')).toMatchObject({ title: 'Mug', stock: 3 })
  expect(byId.get('print')?.stock).toBeNull()
  expect(byId.get('cup')?.stock).toBeNull()
  for (const [place, { head, counts }] of shops.entries()) {
    expect(head.preset).toBe('woocommerce-products')
    expect(counts).toMatchObject({ fresh: 1, faulty: 1 })
    expect(byId.get(String(100 + place))).toMatchObject({ stock: 0, isAvailable: true })
  }
})
