/** Words in name fields that aren't names. */
import { foldName } from './fold-name.ts'

const listOf = (text: string): ReadonlySet<string> =>
  new Set(text.trim().split(/\s+/).map(foldName))

/** Before a name. Alone with one more word they come before a family name: "Herr Müller". */
export const titles = listOf(`
  mr mrs ms miss mx mister missus dr doctor prof professor sir madam maam lady lord rev reverend capt
  hon messrs
  monsieur madame mme mlle mademoiselle me maitre docteur veuve mm
  herr herrn freiherr baron baronin graf grafin frau fraulein dipl-ing diplom-ing ing mag dipl-kfm drin
  sr sra srta senor senora senorita dona dra profa sr(a) sres
  sig sigra signor signora signorina dott dottssa dottore avv geom
  dhr mevr mevrouw meneer mw heer drs ir
  hr fru froken frk
  pan pani slecna domnul doamna dl dna gospodin gospodja gospođa bay bayan sn
  shri sri smt shrimati md mohd ong ba bapak ibu tuan puan encik cik datuk dato
  г-н г-жа господин госпожа пан пані κος κα κυριος κυρια
  د م أ السيد السيدة الانسة الاستاذ الدكتور الدكتورة سيد آقای خانم
  מר גב גברת דר פרופ
  श्री श्रीमती डॉ सुश्री
  นางสาว นาย นาง นส คุณ ดช ดญ
`)

/** After a name. */
export const suffixes = listOf(
  'jr sr ii iii iv phd md mba esq dds cpa bsc msc ba ma junior senior filho neto junior jun sen',
)

/** Parts of family names. A field that begins with one holds a family name. */
export const particles = listOf(`
  van von vom der den de del della dello dei degli di da das do dos du des la le les lo los las
  al el ibn ben-ha bint binti bin abu abou umm ould te ter ten te zu zur zum af av st saint san santa
  mac mc o d l y und and et van't 't
  ابن بن بنت ابو ابي ام آل بو בן בת אבו фон де ван
`)

/** In place of a name. Not "name" and "surname", which example nudges show. */
const fillers = listOf(`
  n/a na n.a nan null undefined none nothing void empty blank missing unknown unnamed noname
  anonymous anonym anonyme anonimo anonima anonymus anoniem anonim unbekannt inconnu inconnue
  desconocido desconhecido sconosciuto onbekend okand ukendt ukjent neznamy bilinmiyor
  test tests testing tester teste testo testi prueba essai probe proba prova demo sample dummy example
  beispiel exemple ejemplo exemplo esempio voorbeeld muster mustermann lorem ipsum foo bar foobar abc
  asd asdf asdfg qwe qwert qwerty qwertz xyz abcd blah bla
  guest visitor visitante visiteur besucher bezoeker gast gaste invite invitee invitado invitada
  ospite convidado convidada hospede gost gosc host gjest gaest vendeg vieras misafir oaspete musafir
  customer customers client cliente clienta kunde kundin klant klient kund asiakas zakaznik vasarlo
  musteri pelanggan kupac stranka buyer acheteur kaufer kauferin comprador koper acquirente shopper
  consumer subscriber member mitglied user users username benutzer utilisateur usuario utente gebruiker
  bruger anvandare uzivatel uzytkownik felhasznalo pengguna nutzer
  admin administrator administrador root webmaster owner staff info office kontakt contact contacto
  support sales shop store boutique tienda winkel laden service team order bestellung commande
  pedido ordine bestelling vorname nachname firstname first lastname prenom nom nombre
  nombres apellido apellidos nome cognome sobrenome voornaam achternaam naam fornavn efternavn fornamn
  efternamn etternavn imie nazwisko jmeno prijmeni ime prezime keresztnev vezeteknev etunimi isim
  myself private privat prive privado yes no not true false deleted geloscht redacted hidden masked
  verified valued reviewer traveler traveller someone jemand quelquun alguien iemand
  familie family fam famille familia famiglia eheleute firma company societe empresa azienda bedrijf
  the your my
  гость клиент покупатель пользователь тест имя аноним неизвестно пробный гiсть клієнт
  πελατης επισκεπτης δοκιμη ανωνυμος χρηστης
  ゲスト お客様 テスト 名無し ななし 匿名 顾客 顧客 客户 客戶 测试 測試 用户 用戶 游客 買家 买家 访客
  고객 게스트 테스트 손님 회원 익명 홍길동
  ضيف عميل زائر اختبار مجهول زبون مستخدم تجربة مهمان مشتری
  אורח לקוח בדיקה אנונימי ग्राहक अतिथि परीक्षण ลูกค้า ทดสอบ khach
`)

/** Legal forms and words of companies. */
const companyWords = listOf(`
  gmbh ag kg ohg gbr ug ev mbh ltd limited llc llp inc incorporated corp corporation plc pty co company
  companies sa sarl sas sasu eurl scop snc spa srl sl slu sau ltda lda bv nv vof cv oy oyj ab aps as
  asa hb sro spzoo zoo kft zrt bt doo dd ood eood ooo oao zao sia uab ou kk
  gesellschaft verein stiftung foundation association asociacion associazione gemeinde university
  universitat school schule ecole hotel restaurant apotheke pharmacy clinic praxis studio studios
  group gruppe groupe holding holdings enterprises solutions services trading consulting agency
  agentur media marketing ooo ип
`)

const companyScript = /公司|会社|협회|주식회사|商店|集团|集團|株式|有限|شركة|מחסני/u

export const isFiller = (folded: string) => fillers.has(folded)

/** @param folded words of a name field */
export const isCompany = (folded: readonly string[]) =>
  folded.some((word, index) => companyWords.has(word) && (index > 0 || word.length > 3)) ||
  companyScript.test(folded.join(' '))
