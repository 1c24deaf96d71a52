/** The worst passwords of published leaks, eight characters and more: shorter ones are refused by their length. */
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Refused as they stand (lower case). */
export const COMMON_PASSWORDS = list(`
  00000000 000000000 0000000000 01234567 012345678 0123456789 0987654321 098765432 11111111 111111111 1111111111
  11112222 11223344 1122334455 112233445566 12121212 123123123 1231231234 123123123123 12312312 12341234 1234123412
  12344321 12345612 123454321 12345654321 1234554321 12345678 123456789 1234567890 12345678900 12345678910 123456789a
  123456789q 123456789z 1234567a 1234567q 1234567890a 12345679 123456987 1234qwer 1234abcd 1234asdf 12345qwert
  12345qwer 12345abc 12345abcd 123456abc 123456aa 123456ab 123456as 123456qw 123456qwe 123456qwerty 1234rewq 12qwaszx
  123qweasd 123qweasdzxc 123qwe123 123qwe!@# 123abc123 123asd123 123456asd 1234561234 13131313 131313131 13579246
  1357924680 135792468 13145200 1314520520 14141414 147147147 14725836 147258369 147852369 14789632 159159159 15935746
  159357456 159753456 159951159 16161616 18181818 19191919 19841984 19851985 19861986 19871987 19881988 19891989
  19901990 19911991 19921992 1a2b3c4d 1a2s3d4f 1q1q1q1q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 1qaz@wsx 1z2x3c4v 20002000 20082008 20202020 21212121 22222222 222222222 23232323 24682468 2468101214
  25252525 25802580 29292929 33333333 333333333 36925814 44444444 45454545 456456456 456789123 4815162342 5201314520
  52013140 5201314520 55555555 555555555 55667788 56565656 66666666 666666666 66668888 67676767 69696969 741852963
  77777777 777777777 78945612 789456123 7894561230 789789789 80808080 85208520 852456123 87654321 876543210 88888888
  888888888 8888888888 88889999 89898989 963852741 96385274 98765432 987654321 9876543210 98989898 99999999 999999999
  9999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa aaaa1111 aaaabbbb aabbccdd
  ab123456 abc12345 abc123456 abc123abc abc123def abcabcabc abcd1234 abcd12345 abcd123456 abcd1234! abcdefgh abcdefghi
  abcdef12 abcdef123 abcdefg1 access14 adgjmptw admin123 admin1234 admin12345 admin123456 admin888 adminadmin
  administrator alexander alexandra amanda123 america1 anderson andromeda angel123 anthony1 apple123 aptx4869 arsenal1
  as123456 asd123456 asd123asd asdasd123 asdasdasd asdf1234 asdf12345 asdfasdf asdfghjk asdfghjkl asdfghjkl; asdfjkl;
  ashley12 asdzxc123 asecret1 azertyui azertyuiop baby1234 babygirl babygirl1 bangladesh barcelona baseball baseball1
  basketball batman123 beautiful benjamin bismillah blahblah blink182 bond007007 brandon1 brooklyn butterfly
  butterfly1 caonima123 carolina caroline champion changeit changeme changeme1 changeme123 charlie1 charlotte
  chelsea1 chocolate chocolate1 christian christina christine christopher cinderella claudia1 columbia computer
  computer1 consumer corvette cowboys1 creative crystal1 danielle database december defaultpassword default1 dhaka123
  diamond1 dolphins dragon12 dragon123 dongdong drowssap einstein elephant elizabeth emmanuel enter123 estrella
  evolution facebook facebook1 ferrari1 firebird flower123 football football1 football12 forever1 fortune1 franklin
  freedom1 friends1 fuckyou1 fuckyou2 gabriel1 gangster garfield gfhjkmgfhjkm gfhjkm123 ghbdtn123 goldfish google123
  green123 greenday guest123 guestguest hannah123 harleydavidson hello123 hello1234 hellohello hellokitty helloworld
  hernandez hollywood homepage hahahaha hunter12 iloveu123 iloveyou iloveyou1 iloveyou12 iloveyou123 iloveyou2
  iloveyou! ilovegod infinity internet internet1 invincible isabella jasmine1 jennifer jennifer1 jessica1 jiajiajia
  jonathan jordan23 jordan123 juventus kawasaki killer123 kingkong kissmyass kristina lakers24 lasvegas leonardo
  letmein1 letmein123 letmein! liverpool liverpool1 lol123456 lollipop london12 louis123 lovelove lovely123 loveme123
  lovers12 loveyou1 loveyou123 macintosh madison1 manchester marijuana marlboro marshall master12 master123 matthew1
  maverick melissa1 mercedes metallica michael1 michelle michelle1 midnight mississippi mnbvcxz1 mnbvcxza monkey12
  monkey123 monster1 motdepasse mountain muhammad mustang1 mynameis mypassword mypassword1 nagad123 bkash123 napoleon
  naruto123 natasha1 newpassword newyork1 nicholas nicholas1 nirvana1 november olivia123 onetwothree operator1
  oracle123 p@$$w0rd p@$$word p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa$$w0rd pa$$word pa55w0rd pa55word
  pakistan panther1 paradise pass1234 pass12345 pass123456 passpass passw0rd passw0rd1 passw0rd123 password password!
  password0 password01 password1 password1! password11 password12 password123 password1234 password12345 password2
  password@1 password@123 patricia penelope phoenix1 picasso1 pineapple pokemon1 pokemon123 porsche911 portugal
  precious prince12 princess princess1 princess12 princess123 private1 purple12 q1234567 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 qazwsx12 qazwsx123 qazwsxedc qazwsxedcrfv qazxsw21 qazxswedc qq123456 qq123456789 qq5201314 qq12345678
  qwaszx12 qwe123123 qwe123456 qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwer12345 qwer123456 qwerasdf
  qwerqwer qwert123 qwert1234 qwert12345 qwerty00 qwerty01 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwerty123456 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop[] qwertyuiop123 rainbow1 rangers1 rastaman
  realmadrid rebecca1 red12345 redskins remember ricardo1 richard1 robert123 robinson rockstar rockyou1 root1234
  rootroot root12345 rosebud1 s1234567 samantha samantha1 samsung1 samsung123 saturday scarface schalke04 scooter1
  scorpion sebastian secret12 secret123 serenity shadow12 shadow123 shannon1 sherlock simple123 slipknot snickers
  snowball soccer12 soccer123 spiderman spiderman1 squirrel stargate starwars starwars1 steelers steven123 strawberry
  summer12 summer123 sunflower sunshine sunshine1 superman superman1 superstar superstar1 supervisor swordfish sysadmin
  system32 taekwondo takecare taylor123 teddybear temp1234 temppass terminator test1234 test12345 test123456 testtest
  testpass testing1 testing123 thailand thebeatles thomas123 thunder1 tigger12 tinkerbell tottenham trinity1 trustno1
  trustnoone twilight universe user1234 useruser valentin vanessa1 victoria victoria1 vietnam1 virginia volleyball
  w1234567 wang1234 warcraft warriors watermelon webmaster welcome1 welcome12 welcome123 welcome1! welcome@123 whatever
  whatever1 william1 williams windows1 wodemima wojiushiwo woaini123 woaini1314 woaini520 woaini521 woaiwojia wolverine
  worldcup wrestling xiaoming xxxxxxxx yankees1 yellow12 yourmom1 yuantuo2012 z1234567 zaq12wsx zaq1xsw2 zaq1zaq1
  zhang123 zhangwei zhongguo zinch2012 zxc123456 zxcasdqwe zxcv1234 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvzxcv zzzzzzzz
`);

/** Refused also with digits and signs behind them. */
export const COMMON_WORDS = list(`
  admin administrator bkash changeme default demo floatdesk guest iloveyou letmein login master monkey nagad operator
  pass passwd password payment qwerty qwertyuiop root secret shoufutai superman superuser supervisor system temp test
  testing user wallet welcome
`);
