/**
 * Family names that are common in a country, as facts of its name statistics. They show that a
 * field holds a family name, or which end of a whole name does. Folded (`foldName`). Names that are
 * also common first names (Martin, Rosa, Kim outside Korea) are left out, except where the country
 * decides.
 */

const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Wherever they occur. */
export const commonFamilyNames = listOf(`
  smith smyth jones williams johnson davies brown evans wright thompson white
  hughes edwards hill clarke harris turner hall moore ward morris
  watson morrison richardson robertson ferguson wilkinson simpson hopkins jenkins
  perkins stevens adams baker barnes butler campbell carpenter chapman
  coleman fisher hoffman hughes johnston macdonald mcdonald murphy obrien
  oconnor oneill osullivan patterson phillips powell reynolds rogers sanders stewart sullivan
  thomson young miller peterson roberts
  muller mueller schmidt schmitt schmitz schneider fischer weber meyer meier maier mayer wagner becker
  schulz schulze hoffmann schafer schaefer koch bauer richter klein schroder schroeder neumann schwarz
  zimmermann braun kruger krueger hofmann hartmann lange krause lehmann schmid huber gruber steiner
  pichler moser hofer leitner berger fuchs keller brunner baumann gerber mustermann
  musterfrau krammer haas vogel winkler kaiser jager jaeger herrmann
  dupont dubois durand moreau lefebvre leroy roux fournier morel girard bonnet fontaine
  rousseau chevalier garnier faure mercier blanc boyer legrand morin
  janssens peeters maes mertens willems goossens wouters tremblay gagnon bouchard
  rossi russo ferrari esposito bianchi romano colombo ricci marino greco conti costa giordano
  mancini rizzo lombardi moretti barbieri fontana santoro mariani rinaldi caruso ferrara gatti
  garcia fernandez gonzalez rodriguez lopez martinez sanchez perez gomez jimenez ruiz hernandez
  diaz moreno munoz alvarez romero gutierrez navarro torres dominguez vazquez ramos
  ramirez castro ortega delgado morales ortiz rojas flores quispe mamani vargas mendoza aguilar
  silva santos ferreira pereira oliveira souza sousa rodrigues almeida nascimento lima araujo
  carvalho gomes ribeiro rocha alves fernandes lopes teixeira moreira correia
  jansen bakker visser meijer mulder dijkstra hendriks dekker vermeulen hoekstra kuipers
  jensen nielsen hansen pedersen andersen christensen larsen sorensen rasmussen jorgensen olsen
  johansen kristiansen johansson andersson karlsson nilsson eriksson larsson olsson persson svensson
  gustafsson pettersson jonsson lindberg lindstrom lindqvist bergstrom korhonen virtanen makinen
  nieminen makela hamalainen heikkinen koskinen jarvinen
  nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski szymanski wozniak
  novak svoboda novotny dvorak cerny prochazka kucera vesely horak nemec horvath varga nagy szabo
  kovacs toth horvat kovacevic babic maric jovanovic petrovic nikolic markovic dordevic popovic
  novakovic kovac hoxha shehu gjoka popescu ionescu popa dumitrescu
  papadopoulos papadopoulou ivanov ivanova petrov petrova dimitrov georgiev smirnov smirnova kuznetsov
  kuznetsova shevchenko kovalenko bondarenko kazlauskas petrauskas berzins tamm
  yilmaz celik yildirim ozturk ozdemir kilic simsek cohen levy mizrahi friedman
  singh kaur sharma patel gupta reddy nair iyer yadav verma mishra jain agarwal banerjee mukherjee
  chatterjee ghosh bose desai joshi kulkarni deshmukh pillai menon choudhury chowdhury hossain
  bhatt tiwari pandey trivedi shrestha tamang gurung
  nguyen perera jayawardena rajapaksa
  okafor okonkwo adeyemi mensah owusu boateng asante diallo traore ndiaye diop 
  dlamini nkosi ndlovu mokoena botha pretorius
  hashemi hosseini ahmadi mohammadi nasution siregar
`)

/** Common family names that are first names in a country. */
export const givenNamesOf: Readonly<Record<string, ReadonlySet<string>>> = {
  BR: listOf('wagner kaiser moreno edwards'),
}

/** Romanized, of China, Taiwan, Hong Kong, Macao, Singapore and Malaysia. */
export const chineseFamilyNames = listOf(`
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie
  song tang han feng deng cao peng zeng xiao tian dong yuan pan yu jiang cai jia ding wei xue ye yan
  du dai xia zhong wang fan lu shi yao tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu
  hou shao meng long wan duan qian dang yin li chang lai gong wen ouyang sima zhuge situ
  wong chan cheung lee leung ng lau chow ho kwok tse tsang tang yeung hui chung mak cheng lam
  yip chiu choi fung kwong lo poon siu so tam tong tsui yiu yuen yung hon kwan lai law ling lui
  tan lim goh ong teo koh ang toh sim chua chia chew foo heng kang khoo kwek lau lee leong liew
  loh low neo oh pang phua quek seah seow soh tay teh thia toh wee woo yap yeo yeoh chong chin
  hsu chang tsai hung hsieh kuo yeh su lu chiu tseng liao hsiao chuang lu chien tu shih
`)

/** Romanized. */
export const koreanFamilyNames = listOf(`
  kim lee yi rhee park pak bak choi choe jung jeong chung cheong kang gang cho jo yoon yun jang
  chang lim im rim han oh seo suh shin sin kwon gwon hwang ahn an song jeon jun chun yoo yu ryu
  hong ko koh go moon mun yang son sohn bae pae baek paik heo hur nam shim sim noh roh ha kwak gwak
  sung seong cha joo ju woo koo gu min jin ji um eom chae won bang kong byun pyo namgung hwangbo
`)

/** Without those that are as common as given names, like Mai and Hà. */
export const vietnameseFamilyNames = listOf(`
  nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly dinh doan luong dao trinh
  truong phung cao quach luu chu tong
`)

/** Romanized. */
export const japaneseFamilyNames = listOf(`
  sato satoh suzuki takahashi tanaka ito itoh watanabe yamamoto nakamura kobayashi kato katoh yoshida
  yamada sasaki yamaguchi matsumoto inoue kimura hayashi saito saitoh shimizu yamazaki yamasaki mori
  abe ikeda hashimoto ishikawa yamashita ogawa nakajima ishii maeda okada hasegawa fujita goto gotoh
  kondo kondoh murakami aoki sakamoto endo endoh fukuda ota ohta nishimura fujii okamoto fujiwara
  miura nakano matsuda harada nakagawa ono oono tamura takeuchi kaneko wada nakayama ishida ueda
  morita hara shibata sakai kudo yokoyama miyazaki miyamoto uchida takagi ando andoh ohno kojima
  taniguchi imai maruyama takada fujimoto takeda murata ueno sugiyama masuda sugawara hirano kubo
  otsuka chiba iwasaki matsui kinoshita sakurai nomura matsuo kikuchi sano onishi sugimoto arai
  hamada ichikawa furukawa mizuno komatsu shimada koyama
`)

/** Names of the four lists above that are hardly first names anywhere, so they count everywhere. */
export const asianFamilyNamesAbroad = listOf(`
  zhang wang chen zhao zhou xu liu huang yang wu xie zheng liang deng cao peng zeng zhu xiao jiang
  hsu hsieh tsai chang chan cheung wong leung kwok tsang yeung chow lau lam chiu ng lim goh teo koh
  chua ong tan bae ahn jang choi choe jeong hwang kwon kwak baek park yoon tran pham huynh hoang phan bui duong
  truong sato satoh suzuki takahashi tanaka ito itoh watanabe yamamoto nakamura kobayashi kato katoh
  yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi saito shimizu yamazaki ikeda
  hashimoto ishikawa yamashita ogawa nakajima ishii maeda okada hasegawa fujita goto kondo murakami
  aoki sakamoto fukuda nishimura okamoto fujiwara miura nakano matsuda harada nakagawa takeuchi
  kaneko nakayama ishida morita shibata sakai yokoyama miyazaki miyamoto
`)

export const hungarianFamilyNames = listOf(`
  nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp lakatos takacs juhasz
  meszaros olah simon racz fekete szilagyi torok feher balazs gal kis szucs orsos kocsis fodor pinter
  szalai sipos magyar lukacs gulyas biro kiraly katona laszlo jakab bogdan balog boros fazekas kelemen
  antal somogyi orban vincze hegedus varadi fulop deak pasztor szekeres bakos kozma bognar lengyel
  major szalay hajdu pal vass barta szoke
`)

export const hungarianGivenNames = listOf(`
  laszlo istvan jozsef janos zoltan sandor gabor ferenc attila peter tamas zsolt tibor andras csaba
  imre lajos gyorgy balazs gyula mihaly karoly robert bela daniel adam krisztian mate bence david mark
  gergo gergely akos marton norbert szabolcs roland richard viktor miklos levente denes dezso kalman
  geza erno vilmos pal antal arpad barnabas botond dominik zalan milan noel aron kristof marcell
  maria erzsebet katalin ilona eva anna zsuzsanna margit judit agnes andrea julianna erika krisztina
  ildiko irene iren eszter magdolna monika edit gabriella szilvia anita aniko viktoria marta rozalia
  timea vivien ibolya klara tunde reka dora petra zsofia alexandra lili boglarka nikolett bernadett
  fanni noemi orsolya beata melinda emese hanna luca zoe emma jazmin fruzsina kata zsuzsa kati eniko
  kinga virag csilla hajnalka gyongyi terez veronika piroska sara nora laura dorottya
`)

/** Characters that begin most names of China, Taiwan and Hong Kong, in both forms. */
export const chineseFamilyCharacters: ReadonlySet<string> = new Set(
  '王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭萧田董袁潘于於蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾鐘谭譚陆陸汪范石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱丘江尹薛闫閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂成苗谷盛曲翁冉骆駱蓝藍路游辛靳欧管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦麦麥褚娄婁窦竇戚岑景党黨宫宮费費卜冷晏席卫衛米柏宗瞿桂全佟应應臧闵閔苟邬鄔边邊卞姬师師和仇栾欒隋商刁沙荣榮巫寇桑郎甄丛叢仲虞敖巩鞏明佘池查麻苑迟遲邝鄺',
)

export const chineseCompoundFamilies = listOf(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 皇甫 夏侯 尉迟 尉遲 公孙 公孫 慕容 令狐 长孙 長孫 东方 東方 端木 独孤 獨孤 南宫 南宮 轩辕 軒轅 西门 西門',
)

export const koreanFamilySyllables: ReadonlySet<string> = new Set(
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구라민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용리림량',
)

/** Almost no given name begins with these, so two syllables with one are a whole name. */
export const koreanFamilyOnly: ReadonlySet<string> = new Set(
  '김이박최장임오권황송홍고양손배백허심노곽구엄변염류리림',
)

export const koreanCompoundFamilies = listOf('남궁 황보 제갈 선우 독고 사공 서문 동방')

/** In kanji, and in kana as forms ask for it. */
export const japaneseFamilyScript = listOf(`
  佐藤 鈴木 高橋 髙橋 田中 伊藤 渡辺 渡邊 渡邉 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 齋藤 斉藤 齊藤
  清水 山崎 山﨑 森 阿部 池田 橋本 石川 山下 小川 中島 中嶋 石井 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田
  太田 西村 藤井 金子 岡本 藤原 三浦 中野 松田 原田 中川 小野 田村 竹内 和田 中山 石田 上田 森田 原 柴田 酒井 工藤 横山
  宮崎 宮本 内田 高木 安藤 大野 小島 谷口 今井 丸山 高田 藤本 武田 村田 上野 杉山 増田 菅原 平野 久保 大塚 千葉 岩崎 松井
  木下 桜井 野村 松尾 菊地 菊池 佐野 大西 杉本 新井 浜田 市川 古川 水野 小松 島田 小山 岡 東 南 堀 辻 谷 菅 関 星 畑 堤 西 北
  荒木 川口 本田 中田 川村 永井 西田 菊田 大島 平田 五十嵐 安田 川崎 飯田 服部 福島 福井 岩田 桑原 片山 山内 矢野 樋口
  サトウ スズキ タカハシ タナカ イトウ ワタナベ ヤマモト ナカムラ コバヤシ カトウ ヨシダ ヤマダ ササキ ヤマグチ マツモト イノウエ
  キムラ ハヤシ サイトウ シミズ ヤマザキ モリ アベ イケダ ハシモト イシカワ ヤマシタ オガワ ナカジマ マエダ オカダ フジタ ゴトウ
  さとう すずき たかはし たなか いとう わたなべ やまもと なかむら こばやし かとう よしだ やまだ ささき やまぐち まつもと いのうえ
  きむら はやし さいとう しみず やまざき もり あべ いけだ はしもと いしかわ やました おがわ なかじま まえだ おかだ ふじた ごとう
`)

/** In Hebrew, Arabic and Indic script. */
export const otherScriptFamilyNames = listOf(`
  כהן לוי מזרחי פרץ ביטון אוחיון דהן פרידמן גולדברג אזולאי
  شرما سنگھ शर्मा सिंह पटेल गुप्ता वर्मा मिश्रा यादव कुमारी
`)
